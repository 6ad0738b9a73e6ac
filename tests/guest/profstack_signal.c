/* The stack of a signal's handler goes on in what it interrupted: the pc, and its callers; also in
 * a child that was forked in the handler. */
/* manual: profstack, DESCRIPTION: handler */
/* machine: det=1 */
#include "child.h"
#include "profstack.h"
#include <sys/time.h>

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    stack_dear(4 * SPIN_TURNS);
    __asm__ volatile(""); /* not a jump to it */
}

static uintptr_t restorer; /* where handlers return to */
static uint64_t in_handler, elsewhere;

static void check(const struct prof_stack *stack)
{
    if (!at(stack, 1, stack_dear_back)) /* the handler is not in it */
        return;
    CHECK(stack->ps_depth > 6);
    CHECK_EQ(stack->ps_pc[3], restorer);
    CHECK_EQ(stack->ps_flags, 0);
    if (at(stack, 4, stack_spin_pc)) {
        CHECK(at(stack, 5, stack_cheap_back));
        in_handler += stack->ps_ticks;
    } else {
        elsewhere += stack->ps_ticks;
    }
}

static volatile int forked;

static void check_child(void)
{
    stacks_off();
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0])
        check(stack);
    CHECK(in_handler >= 5);
}

static void forking(int sig)
{
    forked = sig;
    CHECK_EQ(IN_CHILD(stack_dear(20 * SPIN_TURNS); check_child()), 0);
}

int main(void)
{
    set_handler(SIGPROF, handler, 0);
    struct sigaction act;
    CHECK_EQ(sigaction(SIGPROF, NULL, &act), 0);
    restorer = (uintptr_t)act.sa_restorer;
    stacks_on(PROF_STACK_MAX);
    struct itimerval timer = {{0, 10000}, {0, 10000}}; /* each ten ticks */
    CHECK_EQ(setitimer(ITIMER_PROF, &timer, NULL), 0);
    stack_cheap(400 * SPIN_TURNS);
    CHECK_EQ(setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {0, 0}}, NULL), 0);
    stacks_off();
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0])
        check(stack);
    CHECK(in_handler > 10);
    CHECK(elsewhere < 5); /* signals outside of the loop: at its beginning and end */

    in_handler = elsewhere = 0;
    signal(SIGPROF, forking);
    stacks_on(PROF_STACK_MAX);
    CHECK_EQ(setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {0, 5000}}, NULL), 0);
    stack_cheap(40 * SPIN_TURNS);
    CHECK(forked);
    return 0;
}
