/* A tick in sigreturn has the stack of what the handler's signal interrupted behind its pc. */
/* machine: det=1 */
#include "profstack.h"
#include <signal.h>
#include <sys/calls.h>

#define SYSCALL_END  10 /* of the instruction, in the stub of sigreturn */
#define WITH_A_FRAME 4  /* bytes more in other stubs */

static void nothing(int sig)
{
    (void)sig;
}

int main(void)
{
    CHECK(signal(SIGUSR1, nothing) != SIG_ERR);
    stacks_on(PROF_STACK_MAX);
    for (struct profstat st = prof_now(); st.ps_system < 100; st = prof_now()) {
        CHECK_EQ(st.ps_state, PROF_ON);
        for (int i = 0; i < 100; i++)
            raise(SIGUSR1);
    }
    stacks_off();
    unsigned seen = 0;
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
        if (!at(stack, 0, (char *)__sigreturn + SYSCALL_END))
            continue;
        CHECK(at(stack, 1, (char *)__thread_kill + WITH_A_FRAME + SYSCALL_END));
        CHECK_EQ(stack->ps_depth, 6); /* and raise, main, __start, _start */
        CHECK_EQ(stack->ps_flags, 0);
        seen += stack->ps_ticks;
    }
    CHECK(seen > 10);
    return 0;
}
