/* sigqueue sends a signal with a value to one process; kill's signals have none. */
#include "child.h"
#include <limits.h>
#include <signal.h>
#include <sys/calls.h>

static siginfo_t got;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)context;
    got = *info;
}

int main(void)
{
    union sigval value = {.sival_ptr = &got};
    struct sigaction act = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    CHECK_EQ(sigaction(SIGUSR1, &act, NULL), 0);
    CHECK_EQ(sigqueue(getpid(), SIGUSR1, value), 0);
    CHECK_EQ(got.si_code, SI_QUEUE);
    CHECK_EQ(got.si_pid, getpid());
    CHECK(got.si_value.sival_ptr == &got);
    CHECK_EQ(kill(getpid(), SIGUSR1), 0);
    CHECK_EQ(got.si_code, SI_USER);
    CHECK(!got.si_value.sival_ptr);

    CHECK_EQ(sigqueue(getpid(), 0, value), 0);
    CHECK_FAILS(sigqueue(getpid(), NSIG, value), EINVAL);
    CHECK_FAILS(sigqueue(-getpid(), SIGUSR1, value), EINVAL);
    CHECK_FAILS(sigqueue(INT_MAX, SIGUSR1, value), ESRCH);
    CHECK_FAILS(__sigqueue(getpid(), SIGUSR1, SI_USER, NULL), EINVAL);
    CHECK_KILLED(child_wait(START_CHILD(sigqueue(getpid(), SIGTERM, value))), SIGTERM);
    return 0;
}
