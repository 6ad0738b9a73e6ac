/* Each sample has the pc and all callers, to the first: a function that two others call is told
 * apart by who called it, to the tick. */
/* manual: profstack, DESCRIPTION: whole-stack word */
/* machine: det=1 */
#include "profstack.h"

/* Return addresses, from this function's own on. */
__attribute__((noinline)) static unsigned callers(uint64_t *pcs)
{
    unsigned n = 0;
    for (uint64_t *frame = __builtin_frame_address(0); frame; frame = (uint64_t *)frame[0])
        pcs[n++] = frame[1];
    return n;
}

/* Samples of a time in which a caller of stack_spin was called again and again. */
struct phase {
    size_t first, end;                /* in the buffer */
    uint64_t callers[PROF_STACK_MAX]; /* from burn() on */
    unsigned ncallers;
};

/* Lasts that many ticks. */
__attribute__((noinline)) static void burn(struct phase *phase, void (*caller)(unsigned long),
                                           uint64_t ticks)
{
    phase->ncallers = callers(phase->callers);
    CHECK_IN(phase->ncallers, 4, 8); /* in burn, main, __start and _start at least */
    phase->first = buffer[0];
    uint64_t until = prof_now().ps_user + ticks;
    for (struct profstat st = prof_now(); st.ps_user < until; st = prof_now()) {
        CHECK_EQ(st.ps_state, PROF_ON);
        caller(SPIN_TURNS);
    }
    phase->end = buffer[0];
}

/* The ticks in stack_spin, all of them with these callers. */
static uint64_t spun(const struct phase *phase, const char *back)
{
    uint64_t ticks = 0;
    unsigned n = phase->ncallers - 1; /* those of burn() itself */
    FOR_EACH_STACK (stack, phase->first, phase->end) {
        CHECK_EQ(stack->ps_flags, 0);
        CHECK(stack->ps_depth > n);
        CHECK_EQ(memcmp(stack->ps_pc + stack->ps_depth - n, phase->callers + 1, 8ul * n), 0);
        if (!at(stack, 0, stack_spin_pc))
            continue;
        CHECK(at(stack, 1, back));
        CHECK_EQ(stack->ps_depth, 3 + n); /* stack_spin, its caller, burn */
        ticks += stack->ps_ticks;
    }
    return ticks;
}

int main(void)
{
    static struct phase cheap, dear;
    stacks_on(PROF_STACK_MAX);
    CHECK_IN(buffer[0], PROF_STACKS_START, PROF_STACKS_START + 100);
    burn(&cheap, stack_cheap, 30);
    burn(&dear, stack_dear, 90);
    CHECK(stacks_off().ps_user >= 120);
    CHECK_IN(spun(&cheap, stack_cheap_back), 29, 31);
    CHECK_IN(spun(&dear, stack_dear_back), 88, 92);
    return 0;
}
