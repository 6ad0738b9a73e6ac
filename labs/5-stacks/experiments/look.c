/* Prints the samples of a short work: look [BYTES OF THE BUFFER].  For lab 5's handout. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/profil.h>

static uint64_t buffer[4096];

static __attribute__((noinline)) void inner(long turns)
{
    __asm__ volatile("1: loop 1b" : "+c"(turns));
}

static __attribute__((noinline)) void outer(void)
{
    inner(2000000); /* 8 periods */
    __asm__ volatile("");
}

int main(int argc, char **argv)
{
    profstack(buffer, argc > 1 ? strtoul(argv[1], NULL, 10) : sizeof(buffer), 16);
    outer();
    profstack(NULL, 0, 0);
    struct profstat st;
    profstat(&st);
    printf("first word %lu; ticks: %lu user, %lu system, %lu counted, %lu lost\n", buffer[0],
           st.ps_user, st.ps_system, st.ps_counted, st.ps_lost);
    for (uint64_t *at = buffer + 1; at < buffer + buffer[0] / 8;) {
        struct prof_stack *stack = (void *)at;
        printf("%u tick%s", stack->ps_ticks, stack->ps_flags & PROF_STACK_CUT ? ", cut:" : ":");
        for (int i = 0; i < stack->ps_depth; i++)
            printf(" %lx", stack->ps_pc[i]);
        printf("\n");
        at += 1 + stack->ps_depth;
    }
    return 0;
}
