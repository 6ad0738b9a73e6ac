/* abort ends the process by SIGABRT, blocked, ignored or caught, also where the handler calls it,
 * and whichever thread does; but not where the handler jumps out of it, each time. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static void returns(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
}

static void calls_again(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    abort();
}

static void *aborts(void *unused)
{
    (void)unused;
    abort();
}

static void abort_blocked(void)
{
    sigset_t set = 1u << SIGABRT;
    sigprocmask(SIG_BLOCK, &set, NULL);
    abort();
}

static void abort_threaded(void)
{
    set_handler(SIGABRT, returns, 0);
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, aborts, NULL), 0);
    for (;;)
        pause();
}

static sigjmp_buf target;
static volatile int caught;

static void jumps_out(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    caught++;
    siglongjmp(target, 1);
}

static void abort_below(int depth)
{
    volatile char room[1 + 512 * depth];
    room[0] = 0;
    CHECK_EQ(room[0], 0);
    abort();
}

/* Deeper and deeper, and less deep again: where the stack was then tells nothing. */
static void jump_out_often(void)
{
    static const int depths[] = {0, 0, 3, 1, 9, 9, 0};
    volatile int rounds = 0;
    set_handler(SIGABRT, jumps_out, 0);
    if (sigsetjmp(target, 1))
        rounds++;
    if (rounds < (int)(sizeof(depths) / sizeof(*depths)))
        abort_below(depths[rounds]);
    CHECK_EQ(caught, rounds);
}

static jmp_buf inner;

static void jumps_within(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    if (setjmp(inner) == 0)
        longjmp(inner, 1);
    abort();
}

int main(void)
{
    CHECK_KILLED(IN_CHILD(abort()), SIGABRT);
    CHECK_KILLED(IN_CHILD(abort_blocked()), SIGABRT);
    CHECK_KILLED(IN_CHILD(signal(SIGABRT, SIG_IGN); abort()), SIGABRT);
    CHECK_KILLED(IN_CHILD(set_handler(SIGABRT, returns, 0); abort()), SIGABRT);
    CHECK_KILLED(IN_CHILD(set_handler(SIGABRT, calls_again, 0); abort()), SIGABRT);
    CHECK_KILLED(IN_CHILD(set_handler(SIGABRT, calls_again, SA_NODEFER); abort()), SIGABRT);
    CHECK_KILLED(IN_CHILD(abort_threaded()), SIGABRT);
    CHECK_EQ(IN_CHILD(jump_out_often()), 0);
    CHECK_KILLED(IN_CHILD(jump_out_often(); set_handler(SIGABRT, calls_again, SA_NODEFER); abort()),
                 SIGABRT);
    CHECK_KILLED(IN_CHILD(set_handler(SIGABRT, jumps_within, 0); abort()), SIGABRT);
    return 0;
}
