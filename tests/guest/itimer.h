/*
 * For the tests of setitimer: values in ticks, handlers that count, and ticks of both kinds.
 */
#ifndef TESTS_GUEST_ITIMER_H
#define TESTS_GUEST_ITIMER_H

#include "child.h"
#include "prof.h"
#include <fcntl.h>
#include <sys/time.h>

static volatile sig_atomic_t caught[NSIG];

static inline void itimer_caught(int sig)
{
    caught[sig]++;
}

/* Catches all three signals. */
static inline void itimer_catch(void)
{
    CHECK(signal(SIGALRM, itimer_caught) != SIG_ERR);
    CHECK(signal(SIGVTALRM, itimer_caught) != SIG_ERR);
    CHECK(signal(SIGPROF, itimer_caught) != SIG_ERR);
}

static inline long itimer_hz(void)
{
    return sysconf(_SC_CLK_TCK);
}

static inline struct timeval itimer_time(long ticks)
{
    long hz = itimer_hz();
    return (struct timeval){ticks / hz, ticks % hz * 1000000 / hz};
}

static inline long itimer_ticks(struct timeval time)
{
    return time.tv_sec * itimer_hz() + (time.tv_usec * itimer_hz() + 999999) / 1000000;
}

static inline void itimer_start(int which, long value, long interval)
{
    struct itimerval timer = {itimer_time(interval), itimer_time(value)};
    CHECK_EQ(setitimer(which, &timer, NULL), 0);
}

static inline struct itimerval itimer_state(int which)
{
    struct itimerval timer;
    CHECK_EQ(getitimer(which, &timer), 0);
    return timer;
}

/* The ticks that are left of a timer; 0: it is stopped. */
static inline long itimer_left(int which)
{
    return itimer_ticks(itimer_state(which).it_value);
}

/* The process's ticks in user mode, and in the kernel. */
static inline clock_t system_ticks(void)
{
    struct tms used;
    times(&used);
    return used.tms_stime;
}

/* The ticks that count for a timer. */
static inline clock_t itimer_clock(int which)
{
    return which == ITIMER_VIRTUAL ? user_ticks() : prof_ticks();
}

/* Starts a timer, and returns the ticks at that moment. */
static inline clock_t itimer_started(int which, long value, long interval)
{
    clock_t now;
    do {
        now = itimer_clock(which);
        itimer_start(which, value, interval);
    } while (itimer_clock(which) != now);
    return now;
}

/* The ticks, how many signals were caught, and what is left of the timer, at one moment: no tick
 * has come between. */
struct itimer_moment {
    clock_t now;
    long caught;
    long left;
};

static inline struct itimer_moment itimer_now(int which, int sig)
{
    struct itimer_moment moment;
    do
        moment = (struct itimer_moment){itimer_clock(which), caught[sig], itimer_left(which)};
    while (itimer_clock(which) != moment.now);
    return moment;
}

/* Spins for that many ticks in user mode. */
static inline void itimer_spin(clock_t ticks)
{
    for (clock_t end = user_ticks() + ticks; user_ticks() < end;)
        prof_spin(SPIN_TURNS);
}

/* Works in the kernel for that many ticks there. */
static inline void itimer_work(clock_t ticks)
{
    static char buffer[1 << 20];
    int fd = open("/dev/zero", O_RDONLY);
    CHECK(fd >= 0);
    for (clock_t end = system_ticks() + ticks; system_ticks() < end;)
        CHECK_EQ(read(fd, buffer, sizeof(buffer)), sizeof(buffer));
    CHECK_EQ(close(fd), 0);
}

#endif
