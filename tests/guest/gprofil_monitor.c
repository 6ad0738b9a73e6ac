/* monitor(3C) in a program that follows OpenBSD's manual moves the profile to mon.out, and the file
 * of the kernel has what was counted before; monstartup has no effect, on neither. In that of a
 * fork's child nothing was: also not at the end of the text, whose counters share a page with the
 * calls. */
/* machine: det=1 cpus=1 */
/* flags: -pg */
/* dialect: openbsd */
#include "gmon_file.h"
#include "prof.h"
#include <mon.h>
#include <signal.h>
#include <sys/stat.h>

#define FOLDER "/tmp/gmon"
#define ROOM   40000 /* WORDs: enough for a counter for each two bytes */

static volatile int sink;
static WORD buffer[ROOM];

CALLED static void called(void)
{
    sink = 1;
}

/* As prof_spin(), at the end of the text: the linker puts that section behind all other code. */
void spin_last(unsigned long turns);
__asm__(".pushsection .fini, \"ax\", @progbits\n"
        "spin_last: movq %rdi, %rcx\n"
        "1: loop 1b\n"
        "ret\n"
        ".popsection\n");

QUIET static void burn(clock_t ticks)
{
    for (clock_t until = prof_ticks() + ticks; prof_ticks() < until;)
        prof_spin(SPIN_TURNS);
}

QUIET static int profiled(void)
{
    called();
    burn(10);
    prof_spin_periods(spin_last, 5);
    monitor((int (*)(void))2, (int (*)(void))etext, buffer, ROOM, 0);
    called();
    called();
    burn(20);
    monstartup(0x400000, (unsigned long)etext);
    called();
    burn(20);
    if (fork() == 0)
        kill(getpid(), SIGKILL);
    wait(NULL);
    monitor(0, 0, 0, 0, 0);
    called();
    burn(20);
    if (fork() == 0)
        kill(getpid(), SIGKILL);
    wait(NULL);
    return 0;
}

QUIET static const char *path_of(pid_t pid)
{
    static char path[64];
    snprintf(path, sizeof(path), "gmon.gprofil_monitor.%d.out", pid);
    return path;
}

QUIET int main(int argc, char **argv)
{
    if (argc == 2)
        return profiled();
    CHECK_EQ(mkdir(FOLDER, 0755), 0);
    CHECK_EQ(chdir(FOLDER), 0);
    pid_t pid = gmon_run(argv[0], "profiled", "A=1");
    int fd;
    CHECK_IN(gmon_open(path_of(pid), &fd), 10, 20);
    close(fd);
    CHECK_EQ(gmon_calls(path_of(pid), called), 1);
    for (pid_t child = pid + 1; child <= pid + 2; child++) {
        CHECK_EQ(gmon_open(path_of(child), &fd), 0);
        close(fd);
        CHECK_EQ(gmon_calls(path_of(child), called), 0);
    }
    CHECK_IN(gmon_open("mon.out", &fd), 40, 60);
    close(fd);
    CHECK_EQ(gmon_calls("mon.out", called), 3);
    return 0;
}
