/* sigwait, sigwaitinfo and sigtimedwait take a blocked signal, and no handler runs for it. */
#include "child.h"
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <time.h>

static volatile sig_atomic_t calls;
static sigset_t set;

static void count(int sig)
{
    (void)sig;
    calls++;
}

static bool is_pending(int sig)
{
    sigset_t pending;
    CHECK_EQ(sigpending(&pending), 0);
    return sigismember(&pending, sig);
}

static void pending_already(void)
{
    raise(SIGUSR1);
    kill(getpid(), SIGUSR2);
    siginfo_t info;
    CHECK_EQ(sigwaitinfo(&set, &info), SIGUSR1);
    CHECK_EQ(info.si_signo, SIGUSR1);
    CHECK_EQ(info.si_code, SI_USER);
    CHECK_EQ(info.si_pid, getpid());
    CHECK(!is_pending(SIGUSR1));
    CHECK(is_pending(SIGUSR2));
    int sig = 0;
    CHECK_EQ(sigwait(&set, &sig), 0);
    CHECK_EQ(sig, SIGUSR2);
    CHECK(!is_pending(SIGUSR2));
}

static void comes_later(void)
{
    pid_t parent = getpid();
    for (int i = 0; i < 20; i++) {
        pid_t child = START_CHILD({
            if (i % 2)
                sched_yield();
            kill(parent, SIGUSR1);
            _exit(3);
        });
        siginfo_t info;
        CHECK_EQ(sigwaitinfo(&set, &info), SIGUSR1);
        CHECK_EQ(info.si_pid, child);
        CHECK_EQ(sigwaitinfo(&set, &info), SIGCHLD);
        CHECK_EQ(info.si_pid, child);
        CHECK_EQ(info.si_code, CLD_EXITED);
        CHECK_EQ(info.si_status, 3);
        CHECK_EQ(child_wait(child), 3 << 8);
    }
}

static void ends_without(void)
{
    static const struct timespec none, bad = {.tv_nsec = 1000000000}, short_time = {0, 1000000};
    CHECK_FAILS(sigtimedwait(&set, NULL, &none), EAGAIN);
    CHECK_FAILS(sigtimedwait(&set, NULL, &short_time), EAGAIN);
    CHECK_FAILS(sigtimedwait(&set, NULL, &bad), EINVAL);
    raise(SIGUSR1);
    CHECK_FAILS(sigwaitinfo(&set, nowhere()), EFAULT);
    CHECK_FAILS(sigwaitinfo(nowhere(), NULL), EFAULT);
    CHECK(is_pending(SIGUSR1)); /* a bad pointer does not lose it */
    CHECK_EQ(sigtimedwait(&set, NULL, &none), SIGUSR1);
    CHECK_EQ(calls, 0);
    signal(SIGALRM, count);
    alarm_each_second();
    CHECK_FAILS(sigwaitinfo(&set, NULL), EINTR); /* one that is not in the set */
    CHECK_EQ(calls, 1);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
    sigset_t mask;
    CHECK_EQ(sigprocmask(SIG_BLOCK, NULL, &mask), 0);
    CHECK_EQ(mask, set);
}

static void *wait_for_one(void *sig)
{
    CHECK_EQ(sigwait(&set, sig), 0);
    return NULL;
}

/* Each signal that is sent wakes one thread. */
static void threads(void)
{
    int sigs[2] = {0, 0};
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, wait_for_one, &sigs[i]), 0);
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGUSR2);
    for (int i = 0; i < 2; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(sigs[0] + sigs[1], SIGUSR1 + SIGUSR2);
}

int main(void)
{
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    sigaddset(&set, SIGCHLD);
    CHECK_EQ(sigprocmask(SIG_SETMASK, &set, NULL), 0);
    signal(SIGUSR1, count);
    signal(SIGCHLD, count); /* an ignored one is dropped */
    pending_already();
    comes_later();
    ends_without();
    threads();
    CHECK_EQ(calls, 1);
    return 0;
}
