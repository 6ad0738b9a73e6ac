/*
 * For the tests of profrecord with many threads or processes: these profile themselves, and are
 * recorded, too.  What times(2) says of each is compared with both.
 */
#ifndef TESTS_GUEST_RECORD_MANY_H
#define TESTS_GUEST_RECORD_MANY_H

#include "record.h"
#include "threads.h"

static unsigned many_counters[4]; /* the whole text in the first */

/* From now on children are recorded. */
static inline void many_begin(void)
{
    int fd = records_open();
    CHECK_EQ(profrecord(0, fd, PROF_RECORD_FORKS), 0);
    CHECK_EQ(close(fd), 0);
}

static inline struct prof_total own_begin(void)
{
    struct prof text = {many_counters, sizeof(many_counters), TEXT_START & ~0xffffull, 1};
    CHECK(TEXT_BYTES < 0x10000);
    CHECK_EQ(sprofil(&text, 1, NULL, PROF_UINT), 0);
    return prof_total();
}

/* All of the process's ticks since own_begin() are in its own profile. */
static inline void own_end(const struct prof_total *start)
{
    struct prof_total end = prof_total();
    uint64_t counted = end.st.ps_counted - start->st.ps_counted;
    uint64_t all = counted + end.st.ps_outside + end.st.ps_full;
    CHECK_EQ(end.st.ps_outside + end.st.ps_full, 0);
    CHECK_EQ(all, end.ticks - start->ticks);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(many_counters[0], prof_now().ps_counted);
}

/* Works for so many ticks in user mode.  The number in the kernel depends on the host, as one CPU
 * may have to wait for another. */
static inline void work(clock_t ticks)
{
    struct prof_total start = own_begin();
    for (clock_t first = user_ticks(); user_ticks() - first < ticks;)
        prof_spin(SPIN_TURNS / 10);
    own_end(&start);
}

static clock_t many_until; /* the process's ticks in user mode at which its threads end */

static inline void *work_in_thread(void *number)
{
    while (user_ticks() < many_until)
        prof_spin(SPIN_TURNS / 2);
    return number;
}

static inline void work_in_threads(clock_t ticks)
{
    struct prof_total start = own_begin();
    many_until = user_ticks() + ticks;
    run_all(work_in_thread);
    own_end(&start);
}

/* The last record of that process. */
static inline const struct prof_record *record_of(pid_t pid)
{
    struct records records = records_read();
    const struct prof_record *r, *found = NULL;
    while ((r = records_next(&records)))
        if (r->pr_pid == pid) {
            found = malloc(r->pr_nbytes);
            memcpy((void *)found, r, r->pr_nbytes);
        }
    CHECK(found);
    return found;
}

/* Waits for the children, and compares the ticks of each with its record. */
static inline void many_end(const pid_t *pids, int n)
{
    for (int i = 0; i < n; i++) {
        struct tms before, after;
        times(&before);
        CHECK_EQ(child_wait(pids[i]), 0);
        times(&after);
        const struct prof_record *r = record_of(pids[i]);
        CHECK_EQ(r->pr_stat.ps_outside + r->pr_stat.ps_full, 0);
        CHECK_EQ(r->pr_stat.ps_user, after.tms_cutime - before.tms_cutime);
        CHECK(r->pr_stat.ps_user > 30);
        /* Its end, when its record was being written, is in times(2) alone. */
        CHECK(r->pr_stat.ps_system <= (uint64_t)(after.tms_cstime - before.tms_cstime));
    }
}

#endif
