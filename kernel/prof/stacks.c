#include "prof/stacks.h"
#include "arch/callstack.h"
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "sched/thread.h"
#include <abi/errno.h>
#include <abi/limits.h>
#include <abi/prof.h>

#define SAMPLE_MAX (sizeof(struct prof_stack) + PROF_STACK_MAX * sizeof(uint64_t))

_Static_assert(sizeof(struct prof_stack) % sizeof(uint64_t) == 0, "its pcs are aligned");
_Static_assert(SAMPLE_MAX <= PAGE_SIZE, "put() tells which of two pages faulted");

struct prof_stacks prof_stacks_make(uint64_t start, uint64_t nbytes, uint32_t depth)
{
    return (struct prof_stacks){start, nbytes, .used = PROF_STACKS_START, .depth = depth};
}

/* At most a page. */
static int put(uint64_t to, const void *src, size_t nbytes, uint64_t *fault)
{
    if (copy_to_user((void *)to, src, nbytes) == 0)
        return 0;
    *fault = copy_to_user((void *)to, src, 1) ? to : to + nbytes - 1;
    return -EFAULT;
}

int prof_stacks_begin(struct prof_stacks *stacks, uint64_t *fault)
{
    if (stacks->begun)
        return 0;
    int error = put(stacks->start, &stacks->used, sizeof(stacks->used), fault);
    stacks->begun = !error;
    return error;
}

int prof_stacks_add(struct prof_stacks *stacks, const struct user_place *place, uint32_t ticks,
                    uint64_t *fault)
{
    uint64_t buffer[SAMPLE_MAX / sizeof(uint64_t)];
    struct prof_stack *sample = (struct prof_stack *)buffer;
    if (stacks->full)
        return -ENOSPC;
    bool cut;
    unsigned depth = callstack_read(place, current_thread()->signal_restorer, sample->ps_pc,
                                    stacks->depth, &cut);
    sample->ps_ticks = ticks;
    sample->ps_depth = depth;
    sample->ps_flags = cut ? PROF_STACK_CUT : 0;

    uint64_t nbytes = sizeof(*sample) + depth * sizeof(sample->ps_pc[0]);
    stacks->full = nbytes > stacks->nbytes - stacks->used;
    if (stacks->full)
        return -ENOSPC;
    uint64_t used = stacks->used + nbytes;
    int error = put(stacks->start + stacks->used, sample, nbytes, fault);
    if (!error)
        error = put(stacks->start, &used, sizeof(used), fault);
    if (!error)
        stacks->used = used;
    return error;
}
