/*
 * For the tests of kprof: processes that compute, make system calls, exec, wait and end.
 */
#ifndef TESTS_GUEST_KPROF_LOAD_H
#define TESTS_GUEST_KPROF_LOAD_H

#include "child.h"
#include "kprof.h"
#include "prof.h"
#include <time.h>

static inline void load_echo(struct channel there, struct channel back, int turns)
{
    close(there.out);
    for (int i = 0; i < turns; i++)
        channel_send(back, channel_receive(there));
}

/* A byte there and back, `turns` times, with another process.  If one ends too early the other's
 * read does. */
static inline void load_pipes(int turns)
{
    struct channel there = channel_open(), back = channel_open();
    pid_t pid = START_CHILD(load_echo(there, back, turns));
    CHECK_EQ(close(back.out), 0);
    for (int i = 0; i < turns; i++) {
        channel_send(there, 'x');
        CHECK_EQ(channel_receive(back), 'x');
    }
    CHECK_EQ(child_wait(pid), 0);
    channel_close(there);
    CHECK_EQ(close(back.in), 0);
}

static inline void load_sleep(long ms)
{
    struct timespec time = {.tv_nsec = ms * 1000000};
    CHECK_EQ(nanosleep(&time, NULL), 0);
}

/* Some of everything, in `processes` processes. */
static inline void load(int processes)
{
    pid_t pid[16];
    for (int i = 0; i < processes; i++)
        pid[i] = START_CHILD(prof_spin(20 * SPIN_TURNS); load_pipes(200); load_sleep(5);
                             BECOME("/bin/seq", "200"));
    for (int i = 0; i < processes; i++)
        CHECK_EQ(child_wait_program(pid[i]), 0);
}

#endif
