/* The totals of a file are of the profile alone: not of the time while it was off, nor of the
 * program's own profile that replaced it, nor of children that were waited for before it or while
 * it was off. */
/* manual: monitor, MONCONTROL: off-on */
/* machine: det=1 cpus=1 */
/* flags: -pg */
#include "gmon_file.h"
#include "prof.h"
#include <mon.h>
#include <stdlib.h>
#include <sys/stat.h>

#define FOLDER "/tmp/gmon"
#define NS     1000000 /* of a tick */
#define ROOM   30000   /* WORDs: enough for a counter for each two bytes */

QUIET static void child_burns(clock_t ticks)
{
    pid_t child = fork();

    if (child == 0) {
        while (prof_ticks() < ticks)
            prof_spin(SPIN_TURNS);
        _exit(0);
    }
    CHECK_EQ(waitpid(child, NULL, 0), child);
}

/* Whether the profile is on or not. */
QUIET static void burn(clock_t ticks)
{
    for (clock_t until = prof_ticks() + ticks; prof_ticks() < until;)
        prof_spin(SPIN_TURNS);
}

QUIET static int profiled(const char *what)
{
    static unsigned short own[100];
    static WORD buffer[ROOM];

    if (strcmp(what, "paused") == 0) {
        burn(20);
        moncontrol(0);
        burn(200);
        moncontrol(1);
        burn(20);
    }
    if (strcmp(what, "replaced") == 0) {
        burn(20);
        CHECK_EQ(profil(own, sizeof(own), SPIN_PC, 65536), 0);
        burn(200);
    }
    if (strcmp(what, "replaced and forked") == 0) {
        CHECK_EQ(profil(own, sizeof(own), SPIN_PC, 65536), 0);
        moncontrol(1);
        if (fork() == 0) {
            burn(20);
            exit(0);
        }
        wait(NULL);
        _exit(0);
    }
    if (strcmp(what, "children paused") == 0) {
        child_burns(20);
        moncontrol(0);
        child_burns(100);
        moncontrol(1);
        child_burns(20);
        moncontrol(0);
        child_burns(100);
    }
    if (strcmp(what, "children") == 0) {
        child_burns(100);
        monitor((int (*)(void))2, (int (*)(void))etext, buffer, ROOM, 0);
        child_burns(20);
        monitor(0, 0, 0, 0, 0);
        exit(0);
    }
    return 0;
}

QUIET int main(int argc, char **argv)
{
    if (argc == 2)
        return profiled(argv[1]);
    CHECK_EQ(mkdir(FOLDER, 0755), 0);
    CHECK_EQ(chdir(FOLDER), 0);

    gmon_run(argv[0], "paused", "A=1");
    uint64_t ticks = gmon_total("gmon.out", GMON_USER) + gmon_total("gmon.out", GMON_SYSTEM);
    CHECK_IN(ticks, 40, 60);
    CHECK_IN(gmon_total("gmon.out", GMON_ELAPSED_NS), (ticks - 3) * NS, (ticks + 3) * NS);
    CHECK_EQ(gmon_total("gmon.out", GMON_ENDED), 0);

    gmon_run(argv[0], "replaced", "A=1");
    CHECK_EQ(gmon_total("gmon.out", GMON_ENDED), GMON_REPLACED);
    CHECK_EQ(gmon_total("gmon.out", GMON_USER) + gmon_total("gmon.out", GMON_SYSTEM), 0);

    gmon_run(argv[0], "replaced and forked", "A=1"); /* the file of the child */
    CHECK_EQ(gmon_total("gmon.out", GMON_ENDED), 0);
    CHECK_IN(gmon_total("gmon.out", GMON_USER), 15, 30);

    gmon_run(argv[0], "children paused", "A=1");
    ticks = gmon_total("gmon.out", GMON_CHILD_USER) + gmon_total("gmon.out", GMON_CHILD_SYSTEM);
    CHECK_IN(ticks, 40, 60);

    gmon_run(argv[0], "children", "A=1");
    ticks = gmon_total("mon.out", GMON_CHILD_USER) + gmon_total("mon.out", GMON_CHILD_SYSTEM);
    CHECK_IN(ticks, 20, 40);
    return 0;
}
