/* A sample has no more pcs than were asked for, and says so just when there are more. */
/* machine: det=1 */
#include "profstack.h"

/* Spins with n frames of its own above the caller's. */
__attribute__((noinline)) static void nested(unsigned n)
{
    if (n > 1)
        nested(n - 1);
    else
        stack_cheap(7 * SPIN_TURNS);
    __asm__ volatile(""); /* not a jump to it */
}

/* The callers of whoever has this frame. */
static unsigned callers(const uint64_t *frame)
{
    unsigned n = 0;
    for (; frame; frame = (const uint64_t *)frame[0])
        n++;
    return n;
}

#define BELOW \
    3 /* entries but for nested()'s and those of callers: stack_spin, stack_cheap, check */

/* Samples of spins that are nested so that there are as many entries; -1: nested once. */
__attribute__((noinline)) static void check(unsigned limit, int entries)
{
    unsigned others = BELOW + callers(__builtin_frame_address(0)), samples_of_the_spin = 0;
    unsigned there = entries < 0 ? others + 1 : (unsigned)entries;
    stacks_on(limit);
    nested(there - others);
    stacks_off();
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
        CHECK(stack->ps_depth <= limit);
        if (!at(stack, 0, stack_spin_pc))
            continue;
        CHECK_EQ(stack->ps_depth, there < limit ? there : limit);
        CHECK_EQ(stack->ps_flags, there > limit ? PROF_STACK_CUT : 0);
        CHECK(limit == 1 || at(stack, 1, stack_cheap_back));
        samples_of_the_spin++;
    }
    CHECK(samples_of_the_spin > 0);
}

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "";
    if (strcmp(part, "limits") == 0)
        for (unsigned limit = 1; limit < 12; limit++)
            check(limit, -1);
    else if (strcmp(part, "last") == 0)
        for (int more = -1; more <= 1; more++)
            check(PROF_STACK_MAX, PROF_STACK_MAX + more);
    else if (strcmp(part, "deep") == 0)
        check(PROF_STACK_MAX, 1000);
    else
        FAIL("%s: there is no such part", part);
    return 0;
}
