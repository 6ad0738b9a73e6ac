/* A profile that ends in the middle of a program leaves its children to the program: how they ended
 * is still to be had.  At exit the ticks of those that nobody waited for are in the totals. */
/* machine: det=1 cpus=1 */
/* flags: -pg */
#include "child.h"
#include "gmon_file.h"
#include "prof.h"
#include <mon.h>
#include <sys/stat.h>

#define FOLDER "/tmp/gmon"

static volatile sig_atomic_t ended;

QUIET static void note(int sig)
{
    (void)sig;
    ended = 1;
}

/* A child that has ended and was not waited for. */
QUIET static pid_t zombie(int status)
{
    CHECK(signal(SIGCHLD, note) != SIG_ERR);
    sigset_t child_signal, before;
    sigemptyset(&child_signal);
    sigaddset(&child_signal, SIGCHLD);
    CHECK_EQ(sigprocmask(SIG_BLOCK, &child_signal, &before), 0);
    ended = 0;
    pid_t child = START_CHILD({
        prof_spin_periods(prof_spin, 21); /* 20 are whole, and one's tick may be in the kernel */
        _exit(status);
    });
    while (!ended)
        sigsuspend(&before);
    CHECK_EQ(sigprocmask(SIG_SETMASK, &before, NULL), 0);
    return child;
}

QUIET static int profiled(const char *what)
{
    static WORD buffer[1000];

    if (strcmp(what, "exit") == 0) {
        zombie(1);
        return 0;
    }
    pid_t child = zombie(7);
    if (strcmp(what, "monitor") == 0) {
        monitor((int (*)(void))2, (int (*)(void))etext, buffer, 1000, 0);
        monitor(0, 0, 0, 0, 0);
    } else {
        _mcleanup();
    }
    CHECK_EQ(WEXITSTATUS(child_wait(child)), 7);
    return 0;
}

QUIET int main(int argc, char **argv)
{
    if (argc == 2)
        return profiled(argv[1]);
    CHECK_EQ(mkdir(FOLDER, 0755), 0);
    CHECK_EQ(chdir(FOLDER), 0);
    gmon_run(argv[0], "monitor", "A=1");
    gmon_run(argv[0], "cleanup", "A=1");
    gmon_run(argv[0], "exit", "A=1");
    CHECK(gmon_total("gmon.out", GMON_CHILD_USER) >= 19);
    return 0;
}
