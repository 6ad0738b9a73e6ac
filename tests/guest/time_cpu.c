/* The process's CPU clock advances while it computes and not while it sleeps; wait4 reports a
 * child's time. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <sys/resource.h>
#include <time.h>

static struct timespec t;
static struct rusage usage = {.ru_maxrss = 1, .ru_nivcsw = 1};
static int status;

static long cpu_ns(void)
{
    struct timespec t;
    CHECK_EQ(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t), 0);
    return t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Computes for so long. */
static void use(long ns)
{
    for (long end = cpu_ns() + ns; cpu_ns() < end;)
        continue;
}

int main(void)
{
    long before = cpu_ns();
    CHECK_EQ(nanosleep(&(struct timespec){0, 100000000}, NULL), 0);
    CHECK_IN(cpu_ns() - before, 0, 20000000);
    before = cpu_ns();
    use(30000000);
    CHECK_IN(cpu_ns() - before, 30000000, 60000000);
    CHECK_EQ(clock_getres(CLOCK_PROCESS_CPUTIME_ID, &t), 0);
    CHECK_EQ(t.tv_nsec, 1000000000 / sysconf(_SC_CLK_TCK));
    CHECK_EQ(clock_nanosleep(CLOCK_PROCESS_CPUTIME_ID, 0, &t, NULL), EINVAL);
    CHECK_FAILS(clock_gettime(4, &t), EINVAL);

    pid_t pid = START_CHILD(use(50000000));
    CHECK_EQ(wait4(pid, &status, 0, &usage), pid);
    CHECK_EQ(status, CHILD_DONE);
    CHECK_IN(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec, 45000, 90000);
    CHECK_EQ(usage.ru_maxrss + usage.ru_nivcsw, 0); /* not known */
    pid = START_CHILD();
    CHECK_EQ(wait3(&status, 0, &usage), pid);
    CHECK_IN(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec, 0, 20000);
    return 0;
}
