/* For the tests of programs with -pg that may have only so much memory (RLIMIT_AS): such a program
 * counts all of its calls, or says that it does not. */
#ifndef TESTS_GUEST_GMON_LIMIT_H
#define TESTS_GUEST_GMON_LIMIT_H

#include "child.h"
#include "gmon_file.h"
#include <limits.h>
#include <stdio.h>
#include <sys/resource.h>

#define CALLS 2000
#define PAGES_ABOVE \
    32 /* of the limit with which it says nothing: as much as an index takes, and more */

static volatile int called_sink;

CALLED static void called(void)
{
    called_sink = 1;
}

static int call_often(void)
{
    for (int i = 0; i < CALLS; i++)
        called();
    return 0;
}

/* Whether this program, started again with so many pages, says something.  If not it has ended well
 * and counted all calls; the path of the file is that of format, with its process number. */
QUIET static bool complains(const char *self, const char *format, uint64_t npages)
{
    struct channel c = channel_open();
    pid_t child = START_CHILD({
        const struct rlimit limit = {npages * PAGE_SIZE, npages * PAGE_SIZE};
        CHECK_EQ(dup2(c.out, STDERR_FILENO), STDERR_FILENO);
        CHECK_EQ(close(c.out), 0);
        CHECK_EQ(setrlimit(RLIMIT_AS, &limit), 0);
        BECOME((char *)self, "work");
    });
    CHECK_EQ(close(c.out), 0);
    char byte;
    bool says = read(c.in, &byte, 1) == 1;
    CHECK_EQ(close(c.in), 0);
    int status = child_wait_program(child);
    if (says)
        return true;
    CHECK_EQ(status, 0);
    char path[PATH_MAX];
    snprintf(path, sizeof(path), format, child);
    CHECK_EQ(gmon_calls(path, called), CALLS);
    return false;
}

/* In each case around the limit with which it just does not complain. */
QUIET static void check_limits(const char *self, const char *format)
{
    uint64_t low = 0, high = 1 << 18;

    CHECK(complains(self, format, low));
    CHECK(!complains(self, format, high));
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        if (complains(self, format, middle))
            low = middle;
        else
            high = middle;
    }
    for (int i = 0; i < PAGES_ABOVE; i++)
        CHECK(!complains(self, format, high + i));
}

#endif
