/*
 * For the tests of profrecord: a file of records, and reading it.  Whatever the test is about, each
 * record is checked for what holds of all.
 */
#ifndef TESTS_GUEST_RECORD_H
#define TESTS_GUEST_RECORD_H

#include "child.h"
#include "prof.h"
#include <fcntl.h>
#include <sched.h>
#include <sys/procinfo.h>
#include <sys/stat.h>

#define RECORDS "/tmp/records"

struct records {
    char *data;
    size_t nbytes, at;
};

/* An empty file for them. */
static inline int records_open(void)
{
    int fd = open(RECORDS, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
    CHECK(fd >= 0);
    return fd;
}

/* Returns when all processes that began after this one are gone, also those that have lost their
 * parents, and their records written. */
static inline void records_wait(void)
{
    static struct procinfo list[200];
    pid_t last;
    do {
        sched_yield();
        ssize_t n = proclist(list, 200);
        CHECK_IN(n, 1, 199);
        last = list[n - 1].pi_pid; /* they come by ascending number */
    } while (last > getpid());
}

/* The records that are in the file now. */
static inline struct records records_read(void)
{
    int fd = open(RECORDS, O_RDONLY);
    CHECK(fd >= 0);
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    struct records records = {malloc(st.st_size + 1), st.st_size, 0};
    CHECK(records.data);
    CHECK_EQ(read(fd, records.data, records.nbytes), (ssize_t)records.nbytes);
    CHECK_EQ(close(fd), 0);
    return records;
}

static inline const char *record_path(const struct prof_record *r)
{
    static char path[PATH_MAX];
    CHECK(r->pr_path_nbytes < sizeof(path));
    memcpy(path, r + 1, r->pr_path_nbytes);
    path[r->pr_path_nbytes] = '\0';
    return path;
}

static inline const struct prof_hit *record_hits(const struct prof_record *r)
{
    return (const void *)((const char *)(r + 1) + (r->pr_path_nbytes + 7) / 8 * 8);
}

/* The stack sample after the given one, NULL: the first; NULL if there are no more. */
static inline const struct prof_stack *record_next_stack(const struct prof_record *r,
                                                         const struct prof_stack *stack)
{
    const char *end = (const char *)r + r->pr_nbytes;
    const void *next =
        stack ? (const char *)(stack->ps_pc + stack->ps_depth) : end - r->pr_stacks_nbytes;
    stack = next;
    if (next == end)
        return NULL;
    CHECK((const char *)(stack + 1) < end);
    CHECK_IN(stack->ps_depth, 1, PROF_STACK_MAX);
    CHECK((const char *)(stack->ps_pc + stack->ps_depth) <= end);
    CHECK(stack->ps_ticks > 0);
    return stack;
}

static inline void record_check(const struct prof_record *r)
{
    const struct profstat *st = &r->pr_stat;
    const struct prof_hit *hits = record_hits(r);
    uint64_t sum = 0;
    CHECK_EQ((const char *)(hits + r->pr_nhits) - (const char *)r,
             (int64_t)(r->pr_nbytes - r->pr_stacks_nbytes));
    for (const struct prof_stack *s = NULL; (s = record_next_stack(r, s));)
        sum += s->ps_ticks;
    for (uint64_t i = 0; i < r->pr_nhits; i++) {
        CHECK(hits[i].count > 0);
        CHECK_IN(hits[i].pc, r->pr_low, r->pr_high - 1);
        CHECK(i == 0 || hits[i].pc > hits[i - 1].pc);
        sum += hits[i].count;
    }
    CHECK_EQ(sum, st->ps_counted);
    CHECK_EQ(st->ps_counted + st->ps_outside + st->ps_full, st->ps_user + st->ps_system);
    CHECK(r->pr_begin_ns <= r->pr_end_ns);
    CHECK_EQ(record_path(r)[0], '/');
}

/* The next record, checked; NULL: there is none. */
static inline const struct prof_record *records_next(struct records *records)
{
    const struct prof_record *r = (const void *)(records->data + records->at);
    size_t left = records->nbytes - records->at;
    if (left == 0) {
        free(records->data);
        return NULL;
    }
    CHECK(left >= sizeof(*r));
    CHECK_EQ(r->pr_magic, PROF_RECORD_MAGIC);
    CHECK_EQ(r->pr_nbytes % 8, 0);
    CHECK_IN(r->pr_nbytes, sizeof(*r), left);
    record_check(r);
    records->at += r->pr_nbytes;
    return r;
}

/* The only record in the file.  It stays until the test ends. */
static inline const struct prof_record *records_only(void)
{
    struct records records = records_read();
    const struct prof_record *r = records_next(&records);
    CHECK(r);
    CHECK_EQ(records.at, records.nbytes);
    return r;
}

/* The ticks that the record has for the instruction at that pc. */
static inline uint64_t record_ticks_at(const struct prof_record *r, uintptr_t pc)
{
    for (uint64_t i = 0; i < r->pr_nhits; i++)
        if (record_hits(r)[i].pc == pc)
            return record_hits(r)[i].count;
    return 0;
}

/* Spins for that many ticks of the process, which need not be profiled by itself; all but one of
 * them are at SPIN_PC. */
static inline void prof_burn_alone(clock_t ticks)
{
    clock_t start = prof_ticks();
    prof_spin_periods(prof_spin, (uint64_t)ticks);
    while (prof_ticks() - start < ticks)
        prof_spin(SPIN_TURNS / 10);
}

#endif
