/*
 * Jobs change process groups, sessions, the foreground and the terminal's modes at random, and stop
 * each other.  They can always be ended, and nothing is left of them.
 *
 *     fuzz_jobs            runs jobs and lets the stopped ones go on, as a shell does
 *     fuzz_jobs SEED       is a job: test_fuzz.py types this into a shell
 *     fuzz_jobs end        ends all processes but the first shell, and waits until they are gone
 *
 * Each process ends by SIGALRM after 20 ms, unless it is stopped.  None signals the
 * shell's group.
 */
#include "child.h"
#include "splitmix.h"
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/procinfo.h>
#include <termios.h>
#include <time.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define ROUNDS       60
#define DEPTH_MAX    3  /* of children */
#define STEPS_MAX    16 /* that a process makes */
#define PROCESSES    256

static int console;
static pid_t shell_group, job_group;
static uint64_t random_state;
static int depth;
static volatile sig_atomic_t signals;

static unsigned any(unsigned n)
{
    return (unsigned)(splitmix_next(&random_state) % n);
}

static void note(int sig)
{
    signals += sig;
}

static void end(int sig)
{
    _exit(sig);
}

static void end_soon(void)
{
    signal(SIGALRM, end);
    const struct itimerval soon = {.it_value = {0, 20000}};
    setitimer(ITIMER_REAL, &soon, NULL);
}

static pid_t any_group(pid_t child)
{
    const pid_t groups[] = {0,     getpid(),    getpgid(0), getppid(),         getpgid(getppid()),
                            child, shell_group, job_group,  tcgetpgrp(console)};
    return groups[any(COUNT(groups))];
}

/* Whether no shell, nor what runs this test, is in the process's group. */
static bool has_own_group(void)
{
    pid_t group = getpgid(0);
    return group == getpid() || (group == job_group && group != shell_group);
}

static void any_signal(pid_t child)
{
    static const int sigs[] = {SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT,
                               SIGCONT, SIGHUP,  SIGINT,  SIGKILL, SIGWINCH};
    int sig = sigs[any(COUNT(sigs))];
    unsigned to = any(4);
    if (to == 0)
        raise(sig);
    else if (to == 1 && has_own_group())
        kill(0, sig);
    else if (child > 0)
        kill(to == 2 ? child : -child, sig);
}

static void any_action(void)
{
    static const int sigs[] = {SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGHUP, SIGINT, SIGCHLD};
    static const sighandler_t handlers[] = {SIG_DFL, SIG_IGN, note};
    signal(sigs[any(COUNT(sigs))], handlers[any(COUNT(handlers))]);
}

static void any_modes(void)
{
    static const tcflag_t bits[] = {ISIG, ICANON, ECHO, TOSTOP};
    struct termios t;
    if (tcgetattr(console, &t))
        return;
    t.c_lflag ^= bits[any(COUNT(bits))];
    t.c_cc[VMIN] = (cc_t)any(3);
    t.c_cc[VTIME] = (cc_t)any(2);
    tcsetattr(console, (int)any(3), &t);
}

static void steps(void);

static pid_t start(void)
{
    uint64_t seed = splitmix_next(&random_state);
    pid_t pid = depth < DEPTH_MAX ? fork() : -1;
    if (pid == 0) {
        end_soon();
        random_state = seed;
        depth++;
        steps();
        _exit((int)any(3));
    }
    return pid;
}

static void step(pid_t *child)
{
    char bytes[8];
    pid_t pid;
    switch (any(14)) {
    case 0:
        pid = start();
        *child = pid > 0 ? pid : *child;
        break;
    case 1:
        setpgid(0, any_group(*child));
        break;
    case 2:
        setpgid(*child, any_group(*child));
        break;
    case 3:
    case 4:
        tcsetpgrp(console, any_group(*child));
        break;
    case 5:
        if (any(4) == 0)
            setsid();
        break;
    case 6:
        any_signal(*child);
        break;
    case 7:
        any_action();
        break;
    case 8:
        read(any(2) ? console : 0, bytes, 1 + any(sizeof(bytes)));
        break;
    case 9:
        write(any(2) ? console : 1, "job\n", 1 + any(4));
        break;
    case 10:
        any_modes();
        break;
    case 11:
        waitpid(any(2) ? -1 : any_group(*child), NULL, (int)any(16) & ~4);
        break;
    case 12:
        nanosleep(&(struct timespec){.tv_nsec = any(4000000)}, NULL);
        break;
    default:
        for (unsigned i = any(100000); i > 0; i--)
            __asm__ volatile("");
    }
}

static void steps(void)
{
    pid_t child = -1;
    for (unsigned n = any(STEPS_MAX); n > 0; n--)
        step(&child);
}

/* ---- the end of all ---- */

static struct procinfo list[PROCESSES];
static ssize_t nlist;

static const struct procinfo *find(pid_t pid)
{
    for (ssize_t i = 0; i < nlist; i++)
        if (list[i].pi_pid == pid)
            return &list[i];
    return NULL;
}

static bool is_ancestor(pid_t pid)
{
    const struct procinfo *p = find(getpid());
    while (p && p->pi_pid != pid)
        p = find(p->pi_ppid);
    return p;
}

/* Whether it stays.  An ancestor that has not run yet cannot wait for its zombies. */
static bool stays(const struct procinfo *p, bool shells)
{
    if (p->pi_pid == getpid() || p->pi_pid == 1)
        return true;
    if (is_ancestor(p->pi_pid))
        return !shells || p->pi_ppid == 1;
    return p->pi_state == 'Z' && p->pi_ppid != 1 && is_ancestor(p->pi_ppid);
}

/* With shells: all ancestors end but the first shell. */
static void end_others(bool shells)
{
    bool all;
    do {
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
        nlist = proclist(list, PROCESSES);
        CHECK_IN(nlist, 2, PROCESSES);
        all = true;
        for (ssize_t i = 0; i < nlist; i++)
            if (!stays(&list[i], shells)) {
                kill(list[i].pi_pid, SIGKILL);
                all = false;
            }
        sched_yield();
    } while (!all);
}

/* ---- jobs without a shell ---- */

static void run_job(void)
{
    uint64_t seed = splitmix_next(&random_state);
    pid_t job = START_CHILD({
        setpgid(0, 0);
        job_group = getpid();
        signal(SIGTTOU, SIG_DFL);
        signal(SIGTTIN, SIG_DFL);
        end_soon();
        random_state = seed;
        steps();
    });
    setpgid(job, job);
    tcsetpgrp(console, job);
    int status;
    while (waitpid(job, &status, WUNTRACED) == job && WIFSTOPPED(status)) {
        kill(-job, SIGCONT);
        kill(job, SIGCONT); /* it may have left its group */
    }
    CHECK_EQ(tcsetpgrp(console, shell_group), 0);
}

int main(int argc, char **argv)
{
    console = open("/dev/console", O_RDWR);
    if (argc > 1 && strcmp(argv[1], "end") == 0) {
        end_others(true);
        puts("all ended");
        return 0;
    }
    if (argc > 1) {
        shell_group = getpgid(getppid());
        job_group = getpgid(0);
        random_state = strtoul(argv[1], NULL, 10);
        end_soon();
        steps();
        return 0;
    }
    CHECK_EQ(setpgid(0, 0), 0);
    shell_group = getpid();
    signal(SIGTTOU, SIG_IGN);
    signal(SIGTTIN, SIG_IGN);
    CHECK_EQ(tcsetpgrp(console, shell_group), 0);
    for (int i = 0; i < ROUNDS; i++) {
        run_job();
        end_others(false);
    }
    return 0;
}
