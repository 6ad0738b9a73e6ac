/* monitor(3C) in a program that follows OpenBSD's manual moves the profile to mon.out, and the file
 * of the kernel has what was counted before; monstartup has no effect, on neither. */
/* machine: det=1 cpus=1 */
/* flags: -pg */
/* dialect: openbsd */
#include "gmon_file.h"
#include "prof.h"
#include <mon.h>
#include <sys/stat.h>

#define FOLDER "/tmp/gmon"
#define ROOM   40000 /* WORDs: enough for a counter for each two bytes */

static volatile int sink;
static WORD buffer[ROOM];

CALLED static void called(void)
{
    sink = 1;
}

QUIET static void burn(clock_t ticks)
{
    for (clock_t until = prof_ticks() + ticks; prof_ticks() < until;)
        prof_spin(SPIN_TURNS);
}

QUIET static int profiled(void)
{
    called();
    burn(10);
    monitor((int (*)(void))2, (int (*)(void))etext, buffer, ROOM, 0);
    called();
    called();
    burn(20);
    monstartup(0x400000, (unsigned long)etext);
    called();
    burn(20);
    monitor(0, 0, 0, 0, 0);
    called();
    burn(20);
    return 0;
}

QUIET int main(int argc, char **argv)
{
    if (argc == 2)
        return profiled();
    CHECK_EQ(mkdir(FOLDER, 0755), 0);
    CHECK_EQ(chdir(FOLDER), 0);
    char path[64];
    snprintf(path, sizeof(path), "gmon.gprofil_monitor.%d.out",
             gmon_run(argv[0], "profiled", "A=1"));

    int fd;
    CHECK_IN(gmon_open(path, &fd), 10, 20);
    close(fd);
    CHECK_EQ(gmon_calls(path, called), 1);
    CHECK_IN(gmon_open("mon.out", &fd), 40, 60);
    close(fd);
    CHECK_EQ(gmon_calls("mon.out", called), 3);
    return 0;
}
