/* What DEBUG=1 notes of links on stacks; see core/list.h. */
#include "core/list.h"
#include "core/debug.h"

#ifdef DEBUG

#define STACK_BYTES 16384

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

#endif
