/*
 * For the tests of what a program may have in rbp and rsp: a tick with such values in them.
 */
#ifndef LABS_TESTS_STACKS_CHAIN_H
#define LABS_TESTS_STACKS_CHAIN_H

#include "profstack.h"

/* What a sample is to have behind the pc. */
struct chain {
    unsigned n;
    uint64_t pcs[PROF_STACK_MAX];
    bool cut;
};

/* Spins with these registers for that many turns, which must have a tick, and compares each
 * sample. */
static inline void check_chain(uint64_t rbp, uint64_t rsp, unsigned long turns,
                               const struct chain *want)
{
    unsigned samples_of_the_spin = 0;
    spin_with(rbp, rsp, turns);
    CHECK_EQ(profstack(NULL, 0, 0), 0);
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
        if (!at(stack, 0, spin_with_pc))
            continue;
        samples_of_the_spin++;
        CHECK_EQ(stack->ps_depth, 1 + want->n);
        for (unsigned i = 0; i < want->n; i++)
            CHECK_EQ(stack->ps_pc[1 + i], want->pcs[i]);
        CHECK_EQ(stack->ps_flags, want->cut ? PROF_STACK_CUT : 0);
    }
    CHECK(samples_of_the_spin > 0);
}

#endif
