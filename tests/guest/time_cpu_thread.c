/* A thread's CPU clock advances while that thread computes, and only then; other threads of the
 * process read it, until it has ended. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <time.h>

#define MS 1000000

static int to_main[2], to_thread[2];
static char byte;

static long clock_ns(clockid_t clock)
{
    struct timespec t;
    CHECK_EQ(clock_gettime(clock, &t), 0);
    return t.tv_sec * 1000000000 + t.tv_nsec;
}

static void *compute(void *unused)
{
    for (long end = clock_ns(CLOCK_THREAD_CPUTIME_ID) + 50 * MS;
         clock_ns(CLOCK_THREAD_CPUTIME_ID) < end;)
        continue;
    CHECK_EQ(write(to_main[1], "x", 1), 1);
    CHECK_EQ(read(to_thread[0], &byte, 1), 1);
    return unused;
}

int main(void)
{
    CHECK_EQ(pipe(to_main), 0);
    CHECK_EQ(pipe(to_thread), 0);
    long before = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    long process_before = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, compute, NULL), 0);
    CHECK_EQ(read(to_main[0], &byte, 1), 1);

    clockid_t clock;
    CHECK_EQ(pthread_getcpuclockid(t, &clock), 0);
    CHECK_IN(clock_ns(clock), 50 * MS, 60 * MS);
    CHECK_IN(clock_ns(CLOCK_THREAD_CPUTIME_ID) - before, 0, 5 * MS);
    CHECK_IN(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - process_before, 50 * MS, 60 * MS);
    clockid_t own;
    CHECK_EQ(pthread_getcpuclockid(pthread_self(), &own), 0);
    CHECK_IN(clock_ns(own) - clock_ns(CLOCK_THREAD_CPUTIME_ID), -MS, MS);
    struct timespec time;
    CHECK_EQ(clock_getres(clock, &time), 0);
    CHECK_EQ(time.tv_nsec, 1000000000 / sysconf(_SC_CLK_TCK));
    CHECK_EQ(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &time, NULL), EINVAL);

    pid_t pid = START_CHILD(CHECK_FAILS(clock_gettime(clock, &time), EINVAL));
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, CHILD_DONE);
    CHECK_EQ(write(to_thread[1], "x", 1), 1);
    CHECK_EQ(pthread_join(t, NULL), 0);
    CHECK_EQ(pthread_getcpuclockid(t, &own), ESRCH);
    CHECK_FAILS(clock_gettime(clock, &time), EINVAL);
    CHECK_FAILS(clock_gettime(INT_MIN, &time), EINVAL);

    CHECK_EQ(clock_getcpuclockid(0, &clock), 0);
    CHECK_EQ(clock, CLOCK_PROCESS_CPUTIME_ID);
    CHECK_EQ(clock_getcpuclockid(getppid(), &clock), EPERM);
    CHECK_EQ(clock_getcpuclockid(pid, &clock), ESRCH);
    return 0;
}
