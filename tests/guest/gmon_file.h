/* For tests of programs built with -pg: runs them, and reads what they left in 4.4BSD's layout. */
#ifndef TESTS_GUEST_GMON_FILE_H
#define TESTS_GUEST_GMON_FILE_H

#include "check.h"
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/gmon.h>
#include <sys/wait.h>
#include <unistd.h>

#define QUIET __attribute__((no_instrument_function))
#ifdef __clang__ /* has no clones */
#define CALLED __attribute__((noinline))
#else
#define CALLED __attribute__((noinline, noclone))
#endif

/* Runs this program with that argument and that in its environment.  Returns its process number. */
QUIET static inline pid_t gmon_run(const char *self, const char *what, const char *variable)
{
    pid_t child = fork();

    if (child == 0) {
        char *argv[] = {(char *)self, (char *)what, NULL};
        char *envp[] = {(char *)variable, NULL};
        execve(self, argv, envp);
        _exit(99);
    }
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
    return child;
}

/* Records that were read ahead from the one file that is open. */
static struct gmonrec gmon_ahead[256];
static size_t gmon_at, gmon_end;

/* Opens the file at path behind its counters, which must fit its range.  Returns their sum. */
QUIET static inline uint64_t gmon_open(const char *path, int *fd)
{
    *fd = open(path, O_RDONLY);
    CHECK(*fd >= 0);
    struct gmonhdr head;
    CHECK_EQ(read(*fd, &head, sizeof(head)), sizeof(head));
    CHECK_EQ(head.gh_version, GMON_VERSION);
    CHECK_EQ(head.gh_rate, sysconf(_SC_CLK_TCK));
    CHECK_EQ(head.gh_hpc - head.gh_lpc, head.gh_ncnt - sizeof(head));
    gmon_at = gmon_end = 0;
    uint64_t sum = 0;
    for (size_t left = head.gh_ncnt - sizeof(head); left > 0;) {
        uint16_t counters[512];
        ssize_t n = read(*fd, counters, left < sizeof(counters) ? left : sizeof(counters));
        CHECK(n > 0);
        left -= (size_t)n;
        for (ssize_t i = 0; i < n / 2; i++)
            sum += counters[i];
    }
    return sum;
}

/* The next record, as a whole; false at the end. */
QUIET static inline bool gmon_next(int fd, struct gmonrec *record)
{
    if (gmon_at == gmon_end) {
        ssize_t n = read(fd, gmon_ahead, sizeof(gmon_ahead));
        CHECK(n >= 0 && (size_t)n % sizeof(*record) == 0);
        gmon_at = 0;
        gmon_end = (size_t)n / sizeof(*record);
    }
    if (gmon_at == gmon_end)
        return false;
    *record = gmon_ahead[gmon_at++];
    return true;
}

/* The calls of functions in [low, high) from code in [from, to) that the file at path holds; and no
 * call may be lost. */
QUIET static inline uint64_t gmon_calls_between(const char *path, uintptr_t from, uintptr_t to,
                                                uintptr_t low, uintptr_t high)
{
    int fd;
    gmon_open(path, &fd);
    uint64_t sum = 0;
    struct gmonrec record;
    while (gmon_next(fd, &record))
        if (record.gr_from == 0 && record.gr_self == GMON_LOST_CALLS)
            CHECK_EQ(record.gr_count, 0);
        else if (record.gr_from >= from && record.gr_from < to && record.gr_self >= low &&
                 record.gr_self < high)
            sum += record.gr_count;
    close(fd);
    return sum;
}

/* Those of one function; mcount's return address is in its first bytes. */
QUIET static inline uint64_t gmon_calls(const char *path, void (*function)(void))
{
    return gmon_calls_between(path, 1, UINTPTR_MAX, (uintptr_t)function, (uintptr_t)function + 16);
}

/* A total. */
QUIET static inline uint64_t gmon_total(const char *path, uint64_t which)
{
    int fd;
    gmon_open(path, &fd);
    struct gmonrec record;
    while (gmon_next(fd, &record))
        if (record.gr_from == 0 && record.gr_self == which) {
            close(fd);
            return record.gr_count;
        }
    FAIL("%s has no total %d", path, (int)which);
}

#endif
