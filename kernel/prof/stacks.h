/*
 * Stack samples of one profile, in user memory: a word that says how many bytes are used, itself
 * included, and the samples (struct prof_stack) one after the other.
 *
 * The first sample that has no room ends them: if shorter ones were still stored, the samples would
 * show too many shallow stacks.
 *
 * Guarded by its profile's lock, which serialises the threads of a process: so a sample is whole
 * before the first word counts it.  With the lock held nothing is faulted in: functions that meet
 * memory that cannot be written as it is return -EFAULT, with the address in *fault, and the same
 * call can be made again.
 */
#ifndef PROF_STACKS_H
#define PROF_STACKS_H

#include <machine.h>
#include <stdbool.h>
#include <stdint.h>

struct prof_stacks {
    uint64_t start, nbytes; /* of the buffer; a user address, a multiple of 8 */
    uint64_t used;          /* bytes */
    uint32_t depth;         /* no more pcs a sample than these */
    bool begun;             /* the first word has been stored */
    bool full;
};

/* An empty buffer; depth is 1 to PROF_STACK_MAX. */
struct prof_stacks prof_stacks_make(uint64_t start, uint64_t nbytes, uint32_t depth);

/* Stores the first word of a buffer that is new, to this process: 0 or -EFAULT. */
int prof_stacks_begin(struct prof_stacks *stacks, uint64_t *fault);

/* Stores the stack of the calling thread at a place in its program, which it has not left yet:
 * ticks sampled it.  0, -ENOSPC or -EFAULT. */
int prof_stacks_add(struct prof_stacks *stacks, const struct user_place *place, uint32_t ticks,
                    uint64_t *fault);

#endif
