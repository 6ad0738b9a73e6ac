/* abort ends the process by SIGABRT, blocked, ignored or caught, also where the handler calls it,
 * and whichever thread does. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
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

int main(void)
{
    CHECK_KILLED(IN_CHILD(abort()), SIGABRT);
    CHECK_KILLED(IN_CHILD(abort_blocked()), SIGABRT);
    CHECK_KILLED(IN_CHILD(signal(SIGABRT, SIG_IGN); abort()), SIGABRT);
    CHECK_KILLED(IN_CHILD(set_handler(SIGABRT, returns, 0); abort()), SIGABRT);
    CHECK_KILLED(IN_CHILD(set_handler(SIGABRT, calls_again, 0); abort()), SIGABRT);
    CHECK_KILLED(IN_CHILD(set_handler(SIGABRT, calls_again, SA_NODEFER); abort()), SIGABRT);
    CHECK_KILLED(IN_CHILD(abort_threaded()), SIGABRT);
    return 0;
}
