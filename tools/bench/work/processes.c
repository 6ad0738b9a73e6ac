/*
 * Measures the calls on processes with 10, 100 and 1 000 sleeping children, for `make bench`, in
 * the form of bench.c.
 */
#include "measure.h"
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __tally__
#include <sys/procinfo.h>
#endif

#define TIMES 100u
#define MOST  1000

static pid_t pids[MOST];
static unsigned nprocesses;
static int go[2];

static pid_t start(void)
{
    pid_t pid = fork();
    must(pid >= 0, "fork");
    return pid;
}

static void sleep_until_told(void)
{
    close(go[1]);
    char byte;
    read(go[0], &byte, 1);
    _exit(0);
}

/* Each new process leads a new group. */
static void add_processes(unsigned n)
{
    while (nprocesses < n) {
        pid_t pid = start();
        if (pid == 0)
            sleep_until_told();
        must(setpgid(pid, pid) == 0, "setpgid");
        pids[nprocesses++] = pid;
    }
}

static pid_t one_of_them(void)
{
    static unsigned next;
    return pids[(next += 7) % nprocesses];
}

static void fork_wait(void)
{
    pid_t pid = start();
    if (pid == 0)
        _exit(0);
    must(waitpid(pid, NULL, 0) == pid, "waitpid");
}

static void kill_one(void)
{
    must(kill(one_of_them(), SIGWINCH) == 0, "kill"); /* which it ignores */
}

static void kill_group(void)
{
    must(kill(-one_of_them(), SIGWINCH) == 0, "kill");
}

static void wait_one(void)
{
    must(waitpid(one_of_them(), NULL, WNOHANG) == 0, "waitpid");
}

static void wait_any(void)
{
    must(waitpid(-1, NULL, WNOHANG) == 0, "waitpid");
}

#ifdef __tally__
static void list(void)
{
    static struct procinfo infos[MOST + 10];
    must(proclist(infos, MOST + 10) > nprocesses, "proclist");
}
#endif

static void measure(const char *what, void (*work)(void), unsigned per)
{
    work();
    uint64_t start = instructions();
    for (unsigned i = 0; i < TIMES; i++)
        work();
    printf("%s-%u\t%llu\n", what, nprocesses,
           (unsigned long long)((instructions() - start) / TIMES / per));
    fflush(stdout);
}

int main(void)
{
    must(pipe(go) == 0, "pipe");
    for (unsigned n = 10; n <= MOST; n *= 10) {
        add_processes(n);
        measure("fork-wait", fork_wait, 1);
        measure("kill-pid", kill_one, 1);
        measure("kill-group", kill_group, 1);
        measure("wait-pid", wait_one, 1);
        measure("wait-any", wait_any, 1);
#ifdef __tally__
        measure("proclist", list, n);
#endif
    }
    close(go[1]);
    return 0;
}
