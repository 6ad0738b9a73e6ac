/* The buffer's pages come when they are first written to; when it is gone, profiling is off, and
 * the program goes on. */
/* manual: profstack, DESCRIPTION: fault */
/* machine: det=1 */
#include "child.h"
#include "profstack.h"

#define NBYTES (64 * PAGE_SIZE)

/* Spins until there are no more than that many samples' bytes from the page's end, which are fewer
 * than one has. */
static void fill_to_end_of(volatile uint64_t *used, size_t page)
{
    while (*used < (page + 1) * PAGE_SIZE) {
        CHECK_EQ(prof_now().ps_state, PROF_ON);
        stack_cheap(SPIN_TURNS);
    }
}

int main(void)
{
    uint64_t *lazy = (uint64_t *)map_memory(NBYTES, PROT_READ | PROT_WRITE);
    CHECK_EQ(profstack(lazy, NBYTES, PROF_STACK_MAX), 0);
    CHECK_IN(lazy[0], PROF_STACKS_START, PAGE_SIZE); /* there at once, and maybe a tick's sample */
    fill_to_end_of(lazy, 0);                         /* a sample lies across two pages */
    fill_to_end_of(lazy, 1);
    CHECK_EQ(profstack(NULL, 0, 0), 0);
    uint64_t ticks = 0;
    for (size_t offset = PROF_STACKS_START; offset < lazy[0];) {
        const struct prof_stack *stack = (const void *)((char *)lazy + offset);
        ticks += stack->ps_ticks;
        offset += sizeof(*stack) + 8ul * stack->ps_depth;
    }
    CHECK_EQ(ticks, prof_now().ps_counted);

    CHECK_EQ(profstack(lazy, NBYTES, PROF_STACK_MAX), 0);
    CHECK_EQ(munmap((char *)lazy + PAGE_SIZE, NBYTES - PAGE_SIZE), 0);
    while (prof_now().ps_state == PROF_ON)
        stack_cheap(SPIN_TURNS);
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
    CHECK(lazy[0] <= PAGE_SIZE);

    CHECK_EQ(profstack(lazy, PAGE_SIZE, PROF_STACK_MAX), 0);
    CHECK_EQ(mprotect(lazy, PAGE_SIZE, PROT_READ), 0);
    while (prof_now().ps_state == PROF_ON)
        stack_cheap(SPIN_TURNS);
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
    return 0;
}
