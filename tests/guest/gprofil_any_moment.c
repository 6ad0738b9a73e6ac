/* A program with -pg that the kernel writes may be killed between any two instructions: each record
 * that is in the file is right, and there is one for each call but those that were just being made.
 */
/* machine: cpus=4 */
/* flags: -pg */
/* dialect: openbsd */
#include "child.h"
#include "gmon_file.h"
#include "prof.h"
#include <pthread.h>

#define THREADS 3
#define ROUNDS  15
#define PLACES  8192 /* addresses in the text, up to its end */

/* What mcount calls; here with addresses of its own. */
void __arcs_count(uintptr_t from, uintptr_t self);

static struct channel c;

/* New arcs, as fast as it goes. */
QUIET static void *make_arcs(void *arg)
{
    uintptr_t first = (uintptr_t)etext - PLACES, self = first + (uintptr_t)arg;

    for (uintptr_t i = 0;; i++) {
        __arcs_count(first + i % PLACES, self + i / PLACES * THREADS % PLACES);
        if (i == 100)
            channel_send(c, '.');
    }
    return arg;
}

QUIET static void live(void)
{
    for (uintptr_t i = 1; i < THREADS; i++) {
        pthread_t thread;
        CHECK_EQ(pthread_create(&thread, NULL, make_arcs, (void *)i), 0);
    }
    make_arcs(NULL);
}

QUIET static bool in_text(uint64_t address)
{
    return address >= TEXT_START && address < (uintptr_t)etext;
}

/* At most one record for each thread is not complete, and there are those of the calls before. */
QUIET static void check_records(int fd)
{
    int incomplete = 0, complete = 0;
    for (struct gmonrec r; gmon_next(fd, &r);) {
        if (r.gr_from == 0 && r.gr_self == GMON_LOST_CALLS) {
            CHECK_EQ(r.gr_count, 0);
        } else if (r.gr_from == 0 && r.gr_self >= GMON_OUTSIDE && r.gr_self <= GMON_ENDED) {
            CHECK(r.gr_count != 0); /* the kernel's totals */
        } else if (r.gr_from == 0) {
            CHECK_IN(r.gr_count, 0, 1);
            incomplete++;
        } else {
            CHECK(in_text(r.gr_from));
            CHECK(in_text(r.gr_self));
            CHECK(r.gr_count >= 1);
            complete++;
        }
    }
    CHECK_IN(incomplete, 0, THREADS);
    CHECK_IN(complete, 100 * THREADS, INT32_MAX);
}

QUIET int main(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        c = channel_open();
        pid_t child = START_CHILD(live());
        CHECK_EQ(close(c.out), 0);
        for (int i = 0; i < THREADS; i++)
            channel_receive(c);
        CHECK_EQ(close(c.in), 0);
        child_kill(child);
        char path[64];
        snprintf(path, sizeof(path), "/gmon.gprofil_any_moment.%d.out", child);
        int fd;
        gmon_open(path, &fd);
        check_records(fd);
        CHECK_EQ(close(fd), 0);
        CHECK_EQ(unlink(path), 0);
    }
    return 0;
}
