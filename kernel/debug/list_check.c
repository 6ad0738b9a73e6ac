/* The panics of DEBUG=1 about links, and its notes of links on stacks; see core/list.h. */
#include "debug/list_check.h"
#include "core/list.h"
#include "debug/locks.h"

#define STACK_BYTES 16384

_Noreturn void list_panic(const struct list *link, bool on)
{
    uint64_t next = (uint64_t)link->next;
    const char *why = "is on a list already (core/list.h)";
    debug_print_freed(link);
    if (on)
        panic("the link at %p is removed, and is on no list (core/list.h)", (const void *)link);
    if (debug_is_freed(next))
        why = "lies in memory that was freed (debug/tag.h)";
    else if (debug_is_new(next) || debug_is_unset(next))
        why = "was never initialised: list_init() (core/list.h)";
    panic("the link at %p is inserted, and %s", (const void *)link, why);
}

/* The caller's stack is above this frame. */
void list_note(const struct list *link)
{
    if ((uint64_t)link - (uint64_t)__builtin_frame_address(0) < STACK_BYTES)
        debug_arms(link, DEBUG_LINK, __builtin_return_address(0));
}

/* Anybody's, from any stack. */
void list_forget(const struct list *link)
{
    debug_disarms(link);
}
