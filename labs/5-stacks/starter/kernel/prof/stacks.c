/* The contract is prof/stacks.h; for callers, doc/profiling.md, profstack. */
#include "prof/stacks.h"
#include "arch/callstack.h"
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "sched/thread.h"
#include <abi/errno.h>
#include <abi/limits.h>
#include <abi/prof.h>

/* Bytes of the largest sample. */
#define SAMPLE_MAX (sizeof(struct prof_stack) + PROF_STACK_MAX * sizeof(uint64_t))

_Static_assert(sizeof(struct prof_stack) % sizeof(uint64_t) == 0, "its pcs are aligned");

struct prof_stacks prof_stacks_make(uint64_t start, uint64_t nbytes, uint32_t depth)
{
    return (struct prof_stacks){start, nbytes, .used = PROF_STACKS_START, .depth = depth};
}

struct prof_stacks prof_stacks_copy(const struct prof_stacks *stacks)
{
    return prof_stacks_make(stacks->start, stacks->nbytes, stacks->depth);
}

/* Yours in lab 5: its handout, steps 1 and 3. */
int prof_stacks_begin(struct prof_stacks *stacks, uint64_t *fault)
{
    (void)fault;
    stacks->begun = true;
    return 0;
}

/* Yours in lab 5: its handout, steps 1 to 3.  The return address of signal handlers that
 * callstack_read() asks for is current_thread()->signal_restorer. */
int prof_stacks_add(struct prof_stacks *stacks, const struct user_place *place, uint32_t ticks,
                    uint64_t *fault)
{
    (void)place, (void)ticks, (void)fault;
    stacks->full = true; /* no sample is stored: all are lost */
    return -ENOSPC;
}
