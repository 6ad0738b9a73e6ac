/* Whatever a program has in rbp and rsp, the walk ends, nothing faults, the sample has the pc. */
/* manual: profstack, DESCRIPTION: garbage */
/* machine: det=1 mem=24M */
#include "child.h"
#include "profstack.h"

/* That many pcs are found, and whether that is all of them. */
static void check(uint64_t rbp, uint64_t rsp, unsigned depth, bool cut)
{
    stacks_on(PROF_STACK_MAX);
    spin_with(rbp, rsp, 6 * SPIN_TURNS);
    stacks_off();
    unsigned ticks = 0;
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
        if (!at(stack, 0, spin_with_pc))
            continue;
        ticks += stack->ps_ticks;
        CHECK_EQ(stack->ps_depth, depth);
        CHECK_EQ(stack->ps_flags, cut ? PROF_STACK_CUT : 0);
    }
    CHECK(ticks > 0);
}

int main(void)
{
    uint64_t *frames = (uint64_t *)map_memory(4 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    uint64_t stack = (uint64_t)frames, end = stack + 4 * PAGE_SIZE;
    CHECK_EQ(mprotect((void *)(end - PAGE_SIZE), PAGE_SIZE, PROT_NONE), 0);

    check(0, stack, 1, false);
    check(8, 0, 1, true);         /* nothing is mapped there */
    check(1ul << 47, 0, 1, true); /* the kernel's */
    check(-16ul, 0, 1, true);     /* its frame wraps */
    check(0xffffffff80000000ul, 0, 1, true);
    check(stack + 4, stack, 1, true);           /* not aligned */
    check(stack, stack + 8, 1, true);           /* below rsp */
    check(end - PAGE_SIZE, stack, 1, true);     /* not permitted */
    check(end - PAGE_SIZE - 8, stack, 1, true); /* half of it */
    check(end - 2 * PAGE_SIZE, stack, 1, true); /* not touched yet, and not by this either */

    frames[0] = stack; /* its own caller */
    frames[1] = 1;
    check(stack, stack, 2, true);
    frames[0] = stack + 32; /* a circle */
    frames[4] = stack;
    frames[5] = 2;
    check(stack, stack, 3, true);
    frames[4] = stack + 40; /* frames that overlap */
    check(stack, stack, 3, true);
    frames[4] = 0;
    check(stack, stack, 3, false);
    frames[1] = 0; /* no return address, though there is a frame */
    check(stack, stack, 1, true);
    return 0;
}
