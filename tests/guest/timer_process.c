/* A fork's child has no timers and can make its own; a process with a timer that is armed ends when
 * main's thread is the last to end; exec ends the timers. */
/* machine: args=first */
#include "child.h"
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

static struct itimerspec got, once = {.it_value = {.tv_nsec = 1}};
static timer_t timer;

static void make_own(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    CHECK_FAILS(timer_gettime(timer, &got), EINVAL);
    CHECK_EQ(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    CHECK_EQ(timer_settime(timer, 0, &once, NULL), 0);
    CHECK_EQ(sigwaitinfo(&(sigset_t){1u << SIGUSR1}, NULL), SIGUSR1);
}

static void arm(const struct timespec *in)
{
    CHECK_EQ(timer_settime(timer, 0, &(struct itimerspec){.it_value = *in}, NULL), 0);
}

int main(int argc, char **argv)
{
    sigset_t set = 1u << SIGUSR1;
    if (argc > 1 && strcmp(argv[1], "second") == 0) { /* SIGALRM would end this program */
        CHECK_FAILS(timer_gettime(timer, &got), EINVAL);
        CHECK_EQ(nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL), 0);
        return 0;
    }
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    CHECK_EQ(timer_create(CLOCK_MONOTONIC, NULL, &timer), 0);
    arm(&(struct timespec){3600, 0});
    CHECK_EQ(child_wait(START_CHILD(make_own())), CHILD_DONE);
    CHECK_EQ(
        child_wait(START_CHILD(make_own(); arm(&(struct timespec){3600, 0}); pthread_exit(NULL))),
        0);
    arm(&(struct timespec){.tv_nsec = 40000000});
    execv(argv[0], (char *[]){argv[0], "second", NULL});
    CHECK_EQ(errno, 0); /* only after a failed exec */
}
