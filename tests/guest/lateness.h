/*
 * For the tests of calls that take long: how late another process is beside them, on one CPU.  A
 * time slice is 10 ms (sched/clock.c), and a process that has slept waits for the end of one.
 */
#ifndef TESTS_GUEST_LATENESS_H
#define TESTS_GUEST_LATENESS_H

#include "child.h"
#include "now.h"
#include <time.h>

#define MS    1000000l
#define SLICE (10 * MS)

/* How late this process is at worst, which sleeps a millisecond at a time, until the child ends. */
static long latest(pid_t child)
{
    long worst = 0;
    int status = 0;
    pid_t ended = 0;
    while (ended == 0) {
        long begun = now_ns();
        nanosleep(&(struct timespec){.tv_nsec = MS}, NULL);
        long late = now_ns() - begun - MS;
        if (late > worst)
            worst = late;
        ended = waitpid(child, &status, WNOHANG);
    }
    CHECK_EQ(ended, child);
    CHECK_EQ(status, 0);
    return worst;
}

/* Starts a child for some slices; fails if this process was ever later than that. */
#define CHECK_BESIDE(latest_ns, ...)                  \
    do {                                              \
        long begun = now_ns();                        \
        long late = latest(START_CHILD(__VA_ARGS__)); \
        CHECK(now_ns() - begun > 3 * SLICE);          \
        if (late > (latest_ns))                       \
            FAIL(#__VA_ARGS__ ": %ld ns late", late); \
    } while (0)

#endif
