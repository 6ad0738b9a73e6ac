/* For the tests that a fork in a handler that interrupted the counting of an arc's first call costs
 * the child no call. */
#ifndef TESTS_GUEST_GMON_FORK_APPEND_H
#define TESTS_GUEST_GMON_FORK_APPEND_H

#include "../../user/lib/gmon/arcs.h"
#include "child.h"
#include "gmon_file.h"
#include "prof.h"
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

#define ARCS   30000 /* each is called once: most ticks are where its record is appended */
#define PLACES 8192  /* addresses in the text, up to its end */
#define MORE   1000
#define LEAST  50 /* children, some of which begin there */

static const char *path_format;
static volatile bool is_child;
static int children;

/* Later than the handler ends. */
QUIET static void send_signal(void)
{
    const struct itimerval soon = {.it_value.tv_usec = 300};

    CHECK_EQ(setitimer(ITIMER_PROF, &soon, NULL), 0);
}

QUIET static void fork_a_child(int sig)
{
    pid_t child = fork();

    (void)sig;
    if (child == 0) { /* which goes on where the signal was */
        is_child = true;
        return;
    }
    CHECK_EQ(child_wait(child), 0);
    if (path_format) {
        char path[PATH_MAX];
        snprintf(path, sizeof(path), path_format, child);
        CHECK_EQ(unlink(path), 0);
    }
    children++;
    send_signal();
}

/* What a file would have. */
QUIET static uint64_t calls_of(uintptr_t from, uintptr_t self)
{
    uint64_t sum = 0;
    size_t n;

    for (const struct gmonrec *r = __arcs_records(&n); n > 0; r++, n--)
        if (r->gr_from == from && r->gr_self == self)
            sum += r->gr_count;
    return sum;
}

/* The call that the signal interrupted may be counted or not. */
QUIET static _Noreturn void call_more(uintptr_t from, uintptr_t self)
{
    for (int i = 0; i < MORE; i++)
        __arcs_count(from, self);
    CHECK_IN(calls_of(from, self), MORE, MORE + 1);
    _exit(CHILD_DONE);
}

/* The children's files are at the path of format, with their process numbers; NULL: there are none.
 */
QUIET static void call_each_arc_once(const char *format)
{
    uintptr_t first = (uintptr_t)etext - PLACES;

    path_format = format;
    CHECK(signal(SIGPROF, fork_a_child) != SIG_ERR);
    send_signal();
    for (int i = 0; i < ARCS; i++) {
        __arcs_count(first + i % PLACES, first + i / PLACES);
        if (is_child)
            call_more(first + i % PLACES, first + i / PLACES);
    }
    CHECK(signal(SIGPROF, SIG_IGN) != SIG_ERR);
    CHECK_IN(children, LEAST, INT_MAX);
}

#endif
