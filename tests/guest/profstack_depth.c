/* A stack that is as deep as the limit is whole; of a deeper one the innermost are there, and it is
 * marked as cut. */
/* manual: profstack, DESCRIPTION: cut */
/* machine: det=1 */
#include "profstack.h"

#define LIMIT 16

/* Spins with n frames of its own above the caller's. */
__attribute__((noinline)) static void nested(unsigned n)
{
    if (n > 1)
        nested(n - 1);
    else
        stack_cheap(6 * SPIN_TURNS);
    __asm__ volatile(""); /* not a jump to it */
}

/* Of the spins so nested: their one depth, and whether they are cut. */
static void sample(unsigned n, unsigned *depth, bool *cut)
{
    stacks_on(LIMIT);
    nested(n);
    CHECK(stacks_off().ps_user > 0);
    *depth = 0;
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
        if (!at(stack, 0, stack_spin_pc))
            continue;
        CHECK(at(stack, 1, stack_cheap_back));
        CHECK(*depth == 0 || *depth == stack->ps_depth);
        *depth = stack->ps_depth;
        *cut = stack->ps_flags & PROF_STACK_CUT;
        for (unsigned i = 3; i < n + 1 && i < LIMIT; i++)
            CHECK_EQ(stack->ps_pc[i], stack->ps_pc[3]); /* the recursive call */
    }
}

int main(void)
{
    unsigned one, depth;
    bool cut;
    sample(1, &one, &cut);
    CHECK_IN(one, 6, 8); /* stack_spin, stack_cheap, nested, sample, main, __start, _start */
    CHECK(!cut);
    sample(1 + LIMIT - one, &depth, &cut);
    CHECK_EQ(depth, LIMIT);
    CHECK(!cut);
    sample(2 + LIMIT - one, &depth, &cut);
    CHECK_EQ(depth, LIMIT);
    CHECK(cut);
    sample(1000, &depth, &cut);
    CHECK_EQ(depth, LIMIT);
    CHECK(cut);
    return 0;
}
