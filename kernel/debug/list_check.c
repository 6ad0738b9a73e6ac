/* The panics of DEBUG=1 about links; see core/list.h. */
#include "debug/list_check.h"
#include "core/list.h"
#include "debug/locks.h"
#include "mm/page.h"

_Noreturn void list_panic(const struct list *link, bool on)
{
    uint64_t next = (uint64_t)link->next;
    const char *why = "is on a list already (core/list.h)";
    page_tags_print((uint64_t)link, true);
    if (on)
        panic("the link at %p is removed, and is on no list (core/list.h)", (const void *)link);
    if (debug_is_freed(next))
        why = "lies in memory that was freed (debug/tag.h)";
    else if (debug_is_new(next) || debug_is_unset(next))
        why = "was never initialised: list_init() (core/list.h)";
    panic("the link at %p is inserted, and %s", (const void *)link, why);
}
