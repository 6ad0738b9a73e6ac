/*
 * For the tests of lab 3: a thread that sleeps in a system call and has ticks pending, of the long
 * copy that the call began with, for as long as the test wants.
 *
 * It writes more into a pipe than fits.  The tests' machines are so slow that a tick comes every
 * 1500 instructions.
 */
#ifndef LABS_TESTS_LIFE_OWED_H
#define LABS_TESTS_LIFE_OWED_H

#include "child.h"
#include "prof.h"
#include <pthread.h>

#define SLEEPER_BYTES (4 * 65536) /* some 7 ticks for each 65536 that a pipe holds ... */
#define SLEEPER_SHORT 65537       /* ... or none before it is back in user mode */
#define SLEEPER_OWES  5

struct sleeper {
    size_t nbytes;
    struct channel pipe;
    pthread_t thread;
};

static char sleeper_bytes[SLEEPER_BYTES];

static void *sleeper_write(void *arg)
{
    struct sleeper *sleeper = arg;
    CHECK_EQ(write(sleeper->pipe.out, sleeper_bytes, sleeper->nbytes), sleeper->nbytes);
    return arg;
}

/* Starts one; the calling thread is the process's only other, and the profile is on and of the
 * whole text.  Returns when it is owed for enough ticks: asleep, or just before it. */
static inline void sleeper_start(struct sleeper *sleeper, size_t nbytes)
{
    sleeper->nbytes = nbytes;
    memset(sleeper_bytes, 1, sizeof(sleeper_bytes)); /* the pages are there */
    sleeper->pipe = channel_open();
    struct prof_total start = prof_total();
    CHECK_EQ(pthread_create(&sleeper->thread, NULL, sleeper_write, sleeper), 0);
    for (;;) {
        clock_t ticks = prof_ticks() - start.ticks;
        struct profstat st = prof_now();
        uint64_t counted = st.ps_user + st.ps_system - start.st.ps_user - start.st.ps_system;
        if (ticks >= (clock_t)counted + SLEEPER_OWES)
            return;
        if (ticks > 3000)
            FAIL("3000 ticks, and a thread in a long write owes only %ld", ticks - (long)counted);
        prof_spin(10000);
    }
}

/* The profile's counts are still what they were. */
static inline void check_unchanged(const struct profstat *was)
{
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, was->ps_state);
    CHECK_EQ(st.ps_reason, was->ps_reason);
    CHECK_EQ(st.ps_user, was->ps_user);
    CHECK_EQ(st.ps_system, was->ps_system);
    CHECK_EQ(st.ps_counted, was->ps_counted);
    CHECK_EQ(memcmp(&st, was, sizeof(st)), 0);
}

/* Reads what it writes, and waits for its end. */
static inline void sleeper_end(struct sleeper *sleeper)
{
    static char bytes[4096];
    for (size_t done = 0; done < sleeper->nbytes;) {
        ssize_t n = read(sleeper->pipe.in, bytes, sizeof(bytes));
        CHECK(n > 0);
        done += n;
    }
    CHECK_EQ(pthread_join(sleeper->thread, NULL), 0);
    channel_close(sleeper->pipe);
}

#endif
