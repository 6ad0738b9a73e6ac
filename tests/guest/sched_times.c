/* times(2) adds up: on one CPU the ticks of all that run are those that pass; those of children
 * come with their end, and with theirs, their children's; work in the kernel is system time.
 * clock(3) has the same ticks, in microseconds. */
/* manual: timers, TIMES: tms-self returns tms-children */
/* manual: timers, CLOCK: clock */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "prof.h"

#include <fcntl.h>
#include <sys/times.h>
#include <time.h>

static char big[1 << 20];

static clock_t used(const struct tms *t)
{
    return t->tms_utime + t->tms_stime;
}

static void burn(int ticks)
{
    struct tms t;
    times(&t);
    struct tms now;
    do {
        for (volatile int i = 0; i < 10000; i++)
            continue;
        times(&now);
    } while (used(&now) < used(&t) + ticks);
}

/* Ticks so far and those charged, with none between the two. */
static clock_t times_at_once(struct tms *t)
{
    clock_t now;
    do
        now = times(t);
    while (times(t) != now);
    return now;
}

static void alone(void)
{
    struct tms a;
    clock_t start = times_at_once(&a);
    burn(200);
    struct tms b;
    clock_t passed = times_at_once(&b) - start;
    CHECK(passed >= 200);
    CHECK_EQ(used(&b) - used(&a), passed); /* each tick once */
    CHECK(b.tms_utime - a.tms_utime >= 190);
    CHECK_EQ(b.tms_cutime + b.tms_cstime, 0);
}

static void in_kernel(void)
{
    int zero = open("/dev/zero", O_RDONLY);
    struct tms a;
    times(&a);
    struct tms b;
    do {
        CHECK_EQ(read(zero, big, sizeof(big)), sizeof(big));
        times(&b);
    } while (used(&b) < used(&a) + 10);
    CHECK(b.tms_stime - a.tms_stime >= 8);
    close(zero);
}

/* Two at once share what passes. */
static void together(void)
{
    struct tms a;
    clock_t start = times(&a);
    pid_t first = START_CHILD(burn(80)), second = START_CHILD(burn(80));
    CHECK_EQ(child_wait(first), 0);
    struct tms b;
    times(&b);
    clock_t of_first = b.tms_cutime + b.tms_cstime - a.tms_cutime - a.tms_cstime;
    CHECK_IN(of_first, 80, 83);
    CHECK_EQ(child_wait(second), 0);
    clock_t passed = times(&b) - start;
    clock_t of_both = b.tms_cutime + b.tms_cstime - a.tms_cutime - a.tms_cstime;
    CHECK_IN(of_both, 160, passed);
    CHECK(passed <= of_both + used(&b) - used(&a) + 1);
}

static void grandchildren(void)
{
    struct tms a;
    times(&a);
    CHECK_EQ(IN_CHILD(CHECK_EQ(IN_CHILD(prof_spin_periods(prof_spin, 5)), 0)), 0);
    struct tms b;
    times(&b);
    CHECK(b.tms_cutime - a.tms_cutime >= 4);
    CHECK_EQ(IN_CHILD(CHECK_EQ(IN_CHILD(in_kernel()), 0)), 0);
    times(&a);
    CHECK(a.tms_cstime - b.tms_cstime >= 8);

    /* Those of a child that was not waited for are charged to no process. */
    times(&a);
    CHECK_EQ(IN_CHILD(signal(SIGCHLD, SIG_IGN); START_CHILD(burn(5)); wait(NULL)), 0);
    times(&b);
    CHECK(b.tms_cutime - a.tms_cutime <= 1);
}

/* Starting and ending processes takes every tick: none is lost between two that run. */
static void ends(void)
{
    struct tms a, b;
    clock_t start = times_at_once(&a);
    for (int i = 0; i < 1000; i++)
        if (fork() == 0)
            _exit(0);
        else
            wait(NULL);
    clock_t passed = times_at_once(&b) - start;
    CHECK(passed > 50);
    CHECK_EQ(used(&b) - used(&a) + b.tms_cutime + b.tms_cstime - a.tms_cutime - a.tms_cstime,
             passed);
}

static void in_microseconds(void)
{
    struct tms before, after;
    clock_t us;
    do {
        times(&before);
        us = clock();
        times(&after);
    } while (used(&before) != used(&after));
    CHECK(used(&after) > 200);
    CHECK_EQ(us, used(&after) * CLOCKS_PER_SEC / sysconf(_SC_CLK_TCK));
}

int main(void)
{
    alone();
    in_kernel();
    in_microseconds();
    together();
    grandchildren();
    ends();
    return 0;
}
