/*
 * For the tests of what the kernel has in use: a count of all of it, compared with a later one.
 */
#ifndef TESTS_GUEST_COUNTS_H
#define TESTS_GUEST_COUNTS_H

#include "check.h"
#include <sys/kstat.h>

static inline struct kstat counts(void)
{
    struct kstat stat;
    CHECK_EQ(kstat(&stat, 0), 0);
    return stat;
}

/* Those that programs have, and those that the kernel has for them. */
static inline uint64_t counts_pages(const struct kstat *stat)
{
    return stat->ks_pages - stat->ks_pages_free - stat->ks_pages_kept;
}

static inline uint64_t counts_objects(const struct kstat *stat)
{
    uint64_t n = 0;
    for (int i = 0; i < KSTAT_SIZES; i++)
        n += stat->ks_objects[i].count;
    return n;
}

/* Both of the same moment, but for what is on the disk. */
static inline void counts_same(const struct kstat *was, const struct kstat *is)
{
    CHECK_EQ(counts_pages(is), counts_pages(was));
    for (int i = 0; i < KSTAT_SIZES; i++)
        CHECK_EQ(is->ks_objects[i].count, was->ks_objects[i].count);
    CHECK_EQ(is->ks_processes, was->ks_processes);
    CHECK_EQ(is->ks_threads, was->ks_threads);
    CHECK_EQ(is->ks_files, was->ks_files);
    CHECK_EQ(is->ks_inodes, was->ks_inodes);
}

#endif
