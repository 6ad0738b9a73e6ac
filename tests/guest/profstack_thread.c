/* A thread's stack ends at its first function, of libc or the program's own; the threads of a
 * process share the buffer. */
/* machine: det=1 cpus=2 */
#include "profstack.h"
#include <pthread.h>
#include <sys/calls.h>

static int ended = 1;
static _Alignas(16) char own_stack[8192];

static void *in_libc(void *unused)
{
    stack_dear(20 * SPIN_TURNS);
    return unused;
}

/* The first function itself. */
static void own(void *unused)
{
    (void)unused;
    stack_cheap(20 * SPIN_TURNS);
    ended = 0;
    __thread_exit(&ended);
}

int main(void)
{
    static uint64_t tls[8];
    tls[0] = (uint64_t)tls;
    stacks_on(PROF_STACK_MAX);
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, in_libc, NULL), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK(__thread_create(own, NULL, own_stack + sizeof(own_stack), tls) > 0);
    while (__atomic_load_n(&ended, __ATOMIC_ACQUIRE))
        sched_yield();
    stacks_off();
    unsigned libc_ticks = 0, own_ticks = 0;
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
        CHECK_EQ(stack->ps_flags, 0);
        if (at(stack, 1, stack_dear_back)) {
            CHECK_EQ(stack->ps_depth, 4); /* stack_spin, stack_dear, in_libc, libc's */
            libc_ticks += stack->ps_ticks;
        } else if (at(stack, 1, stack_cheap_back)) {
            CHECK_EQ(stack->ps_depth, 3);
            own_ticks += stack->ps_ticks;
        }
    }
    CHECK(libc_ticks > 5);
    CHECK(own_ticks > 5);
    return 0;
}
