/*
 * The part of record_all_parallel.c and record_all_turns.c.
 */
#ifndef TESTS_GUEST_RECORD_ALL_H
#define TESTS_GUEST_RECORD_ALL_H

#include "record.h"
#include <pthread.h>

#define CHILDREN 160
#define AT_ONCE  8

static char *self;

static void *exec_thread(void *unused)
{
    BECOME(self, "child");
    return unused;
}

/* Each child does something else, by its number.  A SIGKILL may come at any moment. */
static void child_of_all(int number)
{
    prof_spin(1 + number % 7 * 3000);
    if (number % 4 == 1)
        fork(); /* both go on */
    if (number % 4 == 2)
        CHECK_EQ(IN_CHILD(prof_spin(5000); BECOME(self, "child")), 0);
    pthread_t thread;
    if (number % 4 == 3 && pthread_create(&thread, NULL, exec_thread, NULL) == 0)
        for (;;)
            prof_spin(1000);
}

static void work_all(void)
{
    pid_t pids[AT_ONCE];
    for (int i = 0; i < CHILDREN + AT_ONCE; i++) {
        pid_t *pid = &pids[i % AT_ONCE];
        if (i >= AT_ONCE) {
            if (i % 3 == 0)
                CHECK_EQ(kill(*pid, SIGKILL), 0);
            int status = child_wait(*pid);
            CHECK(status == 0 || (i % 3 == 0 && status == SIGKILL));
        }
        if (i < CHILDREN)
            *pid = START_CHILD(child_of_all(i));
    }
}

static void records_are_complete(int nprocesses)
{
    struct records records = records_read();
    uint64_t ended = 0, forked = 0;
    const struct prof_record *r;
    while ((r = records_next(&records))) {
        CHECK_EQ(r->pr_lost, 0);
        forked += r->pr_stat.ps_forked;
        ended += r->pr_end == PROF_END_EXIT;
    }
    CHECK_EQ(ended, forked + 1);
    CHECK(ended >= (uint64_t)nprocesses);
}

int main(int argc, char *argv[])
{
    self = argv[0];
    if (argc > 1)
        return 0;
    int fd = records_open();
    pid_t pid = START_CHILD(CHECK_EQ(profrecord(0, fd, PROF_RECORD_FORKS | PROF_RECORD_EXECS), 0);
                            work_all());
    CHECK_EQ(child_wait(pid), 0);
    records_wait(); /* grandchildren may have lost their parents */
    records_are_complete(CHILDREN + 1);
    return 0;
}

#endif
