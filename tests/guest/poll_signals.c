/* A signal ends a poll; ppoll waits with its own mask, and then restores the old mask. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <poll.h>
#include <time.h>

static int handled;

static sigset_t usr1, none, now;

static void handler(int sig)
{
    (void)sig;
    handled++;
}

int main(void)
{
    struct sigaction act = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &act, NULL);
    sigaction(SIGALRM, &act, NULL);
    sigemptyset(&none);
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    struct itimerval soon = {{0, 0}, {0, 20000}};
    CHECK_EQ(setitimer(ITIMER_REAL, &soon, NULL), 0);
    CHECK_FAILS(poll(NULL, 0, -1), EINTR);
    CHECK_EQ(setitimer(ITIMER_REAL, &soon, NULL), 0);
    CHECK_FAILS(poll(NULL, 0, 1000000), EINTR);
    CHECK_EQ(handled, 2);

    sigprocmask(SIG_BLOCK, &usr1, NULL);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(poll(NULL, 0, 10), 0);
    CHECK_EQ(handled, 2);
    CHECK_FAILS(ppoll(NULL, 0, NULL, &none), EINTR);
    CHECK_EQ(handled, 3);
    sigprocmask(SIG_SETMASK, NULL, &now);
    CHECK_EQ(now, usr1);
    CHECK_EQ(ppoll(NULL, 0, &(struct timespec){0, 1000}, &none), 0);
    sigprocmask(SIG_SETMASK, NULL, &now);
    CHECK_EQ(now, usr1);
    return 0;
}
