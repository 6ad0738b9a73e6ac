/*
 * For the tests of gprofil(2): a buffer in the form of the file, and what the kernel wrote.
 *
 * The test's own profile, of its C library, goes nowhere: each case is a child that has not called
 * gprofil yet and ends without exit().  The file is named for the test, which GPROFIL_TEST says.
 */
#ifndef TESTS_GUEST_GPROFIL_H
#define TESTS_GUEST_GPROFIL_H

#include "child.h"
#include "prof.h"
#include <fcntl.h>
#include <stdbool.h>
#include <sys/gmon.h>
#include <sys/stat.h>

#define COUNTERS 1024 /* they begin at the spin loop */
#define CALLS    3

struct buffer {
    struct gmonhdr head;
    unsigned short counters[COUNTERS];
    struct gmonrec calls[CALLS];
};

/* One with three calls and nothing counted. */
static inline struct buffer *make_buffer(void)
{
    struct buffer *b = (void *)map_memory(sizeof(*b), PROT_READ | PROT_WRITE);
    b->head = (struct gmonhdr){
        .gh_lpc = SPIN_PC,
        .gh_hpc = SPIN_PC + sizeof(b->counters),
        .gh_ncnt = sizeof(b->head) + sizeof(b->counters),
        .gh_version = GMON_VERSION,
        .gh_rate = 1000,
        .gh_totarc = sizeof(b->calls),
    };
    for (int i = 0; i < CALLS; i++)
        b->calls[i] = (struct gmonrec){0x400000 + i, SPIN_PC, 1ull << (20 * i)};
    return b;
}

static inline int set_buffer(struct buffer *b, int dirfd)
{
    return gprofil(b, sizeof(*b), sizeof(b->counters), SPIN_PC, 65536, dirfd);
}

/* The path of a process's file in a directory. */
static inline const char *path_in(const char *directory, pid_t pid)
{
    static char path[128];
    snprintf(path, sizeof(path), "%s/gmon." GPROFIL_TEST ".%d.out", directory, pid);
    return path;
}

/* The next record of calls at the end of a file; false if there is no more. */
static inline bool next_record(int fd, bool gnu, struct gmonrec *record)
{
    struct {
        uint8_t kind;
        struct gmon_gnu_call call;
    } __attribute__((packed)) in_gnu;
    ssize_t n = gnu ? read(fd, &in_gnu, sizeof(in_gnu)) : read(fd, record, sizeof(*record));
    if (n == 0)
        return false;
    CHECK_EQ(n, gnu ? sizeof(in_gnu) : sizeof(*record));
    if (gnu) {
        CHECK_EQ(in_gnu.kind, GMON_GNU_CALL);
        *record = (struct gmonrec){in_gnu.call.gg_from, in_gnu.call.gg_self, in_gnu.call.gg_count};
    }
    return true;
}

/* Reads a file of that many bytes, and what the kernel put behind them: the totals that are not 0,
 * into `totals` if that is not NULL. */
static inline void read_with_totals(const char *path, void *bytes, size_t n, uint64_t *totals)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        FAIL("cannot open %s: %s", path, strerror(errno));
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_mode, S_IFREG | 0600);
    CHECK_EQ(st.st_nlink, 1);
    CHECK_EQ(read(fd, bytes, n), n);
    for (struct gmonrec total; next_record(fd, memcmp(bytes, "gmon", 4) == 0, &total);) {
        CHECK_EQ(total.gr_from, 0);
        CHECK(total.gr_self >= GMON_OUTSIDE && total.gr_self <= GMON_ENDED && total.gr_count != 0);
        if (totals)
            totals[total.gr_self] += total.gr_count;
    }
    CHECK_EQ(close(fd), 0);
}

static inline void read_exactly(const char *path, void *bytes, size_t n)
{
    read_with_totals(path, bytes, n, NULL);
}

static inline void no_file(const char *path)
{
    struct stat st;
    CHECK_FAILS(lstat(path, &st), ENOENT);
}

#endif
