/* Of a program with -pg more different calls than the table has room for: each of the others is
 * counted, and those that are not are told by number. */
/* machine: det=1 cpus=1 */
/* flags: -pg */
/* dialect: openbsd */
#include "child.h"
#include "gmon_file.h"
#include "prof.h"

#define ROOM   ((1 << 20) - 1) /* the first record tells what is lost */
#define MORE   1234
#define PLACES 8192 /* addresses in the text, up to its end */

void __arcs_count(uintptr_t from, uintptr_t self); /* what mcount calls */

QUIET static void make_arcs(size_t n)
{
    uintptr_t first = (uintptr_t)etext - PLACES;

    for (size_t i = 0; i < n; i++)
        __arcs_count(first + i % PLACES, first + i / PLACES);
    _exit(0);
}

QUIET int main(void)
{
    pid_t child = START_CHILD(make_arcs(ROOM + MORE));
    CHECK_EQ(child_wait(child), 0);
    char path[64];
    snprintf(path, sizeof(path), "/gmon.gprofil_lost.%d.out", child);
    int fd;
    gmon_open(path, &fd);
    uint64_t sum = 0, lost = 0;
    for (struct gmonrec r; gmon_next(fd, &r);)
        *(r.gr_from == 0 && r.gr_self == GMON_LOST_CALLS ? &lost : &sum) += r.gr_count;
    CHECK_EQ(sum, ROOM);
    CHECK_EQ(lost, MORE);
    return 0;
}
