/*
 * The part of record_end_parallel.c and record_end_turns.c: two processes end the recording of a
 * third, which exits or execs.
 */
#ifndef TESTS_GUEST_RECORD_END_H
#define TESTS_GUEST_RECORD_END_H

#include "record.h"
#include <pthread.h>
#include <stdbool.h>

#define ROUNDS 150
#define ENDED  7 /* the status of a process that ended the recording; one that failed has 1 */

/* Another thread of the process spins meanwhile. */
static void *spin_thread(void *unused)
{
    for (;;)
        prof_spin(1 << 16);
    return unused;
}

static void live(struct channel go, int round, char *program)
{
    pthread_t thread;
    if (round % 3 == 0)
        CHECK_EQ(pthread_create(&thread, NULL, spin_thread, NULL), 0);
    channel_receive(go);
    prof_spin(1 + round % 13 * 20000);
    if (round % 2 == 0)
        BECOME(program, "1");
}

static bool try_begin(pid_t pid, int fd, unsigned flags)
{
    if (profrecord(pid, fd, flags) == 0)
        return true;
    CHECK_EQ(errno, ESRCH);
    return false;
}

/* 1 if the call ended the recording. */
static int try_end(pid_t pid)
{
    if (profrecord(pid, -1, 0) == 0)
        return 1;
    CHECK_EQ(errno, ESRCH);
    return 0;
}

/* What the records of one process say; each has been checked. */
struct ends {
    int n, by_call, by_exit, by_exec;
};

static struct ends ends_of(pid_t pid)
{
    struct records records = records_read();
    struct ends ends = {0};
    const struct prof_record *r;
    while ((r = records_next(&records))) {
        CHECK_EQ(r->pr_pid, pid);
        CHECK_EQ(ends.by_exit, 0); /* the last */
        ends.n++;
        ends.by_call += r->pr_end == PROF_END_CALL;
        ends.by_exit += r->pr_end == PROF_END_EXIT;
        ends.by_exec += r->pr_end == PROF_END_EXEC;
    }
    CHECK_EQ(ends.by_call + ends.by_exit + ends.by_exec, ends.n);
    return ends;
}

/* Returns how many recordings the calls ended, 0 or 1. */
static int end_twice(int round, char *program)
{
    unsigned flags = round % 4 == 2 ? PROF_RECORD_EXECS : 0;
    struct channel go = channel_open();
    int fd = records_open();
    pid_t pid = START_CHILD(live(go, round, program));
    pid_t other = START_CHILD(channel_receive(go); prof_spin(1 + round % 11 * 150000);
                              _exit(try_end(pid) ? ENDED : 0));
    bool early = round % 5 > 0, begun = early && try_begin(pid, fd, flags);
    CHECK_EQ(write(go.out, "gg", 2), 2);
    if (!early)
        begun = try_begin(pid, fd, flags);
    prof_spin(1 + round % 10 * 150000);
    int ended = try_end(pid), status = child_wait(other);
    CHECK(status == 0 || status == ENDED << 8);
    ended += status != 0;
    CHECK_EQ(child_wait(pid), 0);
    struct ends ends = ends_of(pid);
    CHECK(ended <= begun);
    CHECK(ends.by_call <= ended);
    if (begun && !ended)
        CHECK_EQ(ends.by_exit + (flags ? 0 : ends.by_exec), 1);
    if (round % 2 != 0) { /* no exec, in the middle of which there is no program to record */
        CHECK_EQ(ends.n, begun ? 1 : 0);
        CHECK_EQ(ends.by_call, ended);
    }
    CHECK_EQ(close(fd), 0);
    channel_close(go);
    return ended;
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return 0;
    int ended = 0, round = 0;
    for (; round < ROUNDS || ended == 0 || ended == round; round++) { /* or none met */
        CHECK(round < 20 * ROUNDS);
        ended += end_twice(round, argv[0]);
    }
    printf("%d of %d ended by the call\n", ended, round);
    return 0;
}

#endif
