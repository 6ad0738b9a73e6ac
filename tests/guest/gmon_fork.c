/* A fork's child writes a file of its own: of its own calls and ticks, exactly, if any.  So does
 * one whose counters are memory that the program gave to monitor. */
/* manual: monitor, MONCONTROL: fork */
/* machine: det=1 cpus=1 kargs=hz=10000 */
/* flags: -pg */
#include "gmon_file.h"
#include <mon.h>
#include <stdlib.h>
#include <sys/stat.h>

#define FOLDER   "/tmp/gmon"
#define CHILDREN 3
#define ROOM     30000 /* WORDs: a counter for each two bytes of code */

extern char etext[];
static volatile int sink;

CALLED static void called(void)
{
    for (int i = 0; i < 20000; i++)
        sink = i;
}

/* Each child forks the next; each calls once more than its parent. */
static int profiled(void)
{
    for (int i = 1; i <= CHILDREN + 1; i++) {
        for (int k = 0; k < i * 10; k++)
            called();
        if (i == 2) { /* it is off in the next child, until that turns it on */
            moncontrol(0);
            called();
        }
        if (i > CHILDREN)
            moncontrol(0); /* and it stays so in the last child, of which there is nothing */
        if (fork() != 0 || i > CHILDREN)
            break;
        if (i == 2) {
            called();
            moncontrol(1);
        }
    }
    wait(NULL);
    return 0;
}

static int monitored(void)
{
    static WORD buffer[ROOM];
    monitor((int (*)(void))2, (int (*)(void))etext, buffer, ROOM, 0);
    for (int i = 0; i < 100; i++)
        called();
    if (fork() == 0)
        for (int i = 0; i < 10; i++)
            called();
    wait(NULL);
    return 0;
}

static const char *path_of(pid_t pid)
{
    static char path[64];
    snprintf(path, sizeof(path), FOLDER "/%d.gmon_fork", pid);
    return path;
}

/* The file of that process has each tick, of that many calls. */
QUIET static void check_ticks(pid_t pid, uint64_t calls)
{
    const char *path = path_of(pid);
    int fd;
    uint64_t ticks = gmon_open(path, &fd);
    close(fd);
    CHECK_IN(ticks, calls, calls * 40); /* a call takes some 2 ticks, and more to be counted */
    CHECK_EQ(ticks + gmon_total(path, GMON_OUTSIDE),
             gmon_total(path, GMON_USER) + gmon_total(path, GMON_SYSTEM));
}

QUIET static void check(pid_t pid, uint64_t calls)
{
    CHECK_EQ(gmon_calls(path_of(pid), called), calls);
    check_ticks(pid, calls);
}

QUIET int main(int argc, char **argv)
{
    if (argc == 2)
        return strcmp(argv[1], "fork") == 0 ? profiled() : monitored();
    CHECK_EQ(mkdir(FOLDER, 0755), 0);
    pid_t first = gmon_run(argv[0], "fork", "PROFDIR=" FOLDER);
    for (int i = 0; i <= CHILDREN; i++)
        check(first + i, 10 * (i + 1));
    check(first + CHILDREN + 1, 0);
    first = gmon_run(argv[0], "monitor", "PROFDIR=" FOLDER);
    check_ticks(first, 100);
    check_ticks(first + 1, 10);
    return 0;
}
