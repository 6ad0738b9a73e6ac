#include "run.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/procinfo.h>
#include <sys/profil.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>

#include "prof.h"

#define LOOK_NS 20000000 /* between two looks at a process that runs */

static volatile sig_atomic_t child, stopped;

static void pass_on(int sig)
{
    if (child > 0)
        kill(child, sig);
}

static void stop(int sig)
{
    stopped = sig;
}

/* A signal that was ignored stays ignored: a script's background jobs ignore ^C, for example. */
static void stop_at(int sig)
{
    if (signal(sig, stop) == SIG_IGN)
        signal(sig, SIG_IGN);
}

/* A terminal shows ^C without an end of line, which the report must not begin behind. */
static void end_line(int sig)
{
    if ((sig == SIGINT || sig == SIGQUIT) && isatty(STDERR_FILENO))
        putc('\n', stderr);
}

static _Noreturn void become(const char *path, char **argv, int fd, unsigned flags)
{
    if (fd >= 0 && profrecord(0, fd, flags | PROF_RECORD_AT_EXEC) != 0)
        complain(CANNOT_PROFILE, path,
                 errno == EALREADY ? "what this prof runs is recorded already, by another prof"
                                   : strerror(errno));
    else if (execv(path, argv) != 0)
        tool_error(path);
    _exit(CANNOT_PROFILE);
}

pid_t run_program(const char *path, char **argv, int fd, unsigned flags, int *word)
{
    /* Before the fork, so that no signal comes too early.  Signals to pass on wait until there is a
     * child.  The child gets the old settings back. */
    sigset_t passed, before;

    sigemptyset(&passed);
    sigaddset(&passed, SIGTERM);
    sigaddset(&passed, SIGHUP);
    sigprocmask(SIG_BLOCK, &passed, &before);
    sighandler_t interrupt = signal(SIGINT, SIG_IGN), quit = signal(SIGQUIT, SIG_IGN);
    sighandler_t terminate = signal(SIGTERM, pass_on), hangup = signal(SIGHUP, pass_on);
    /* If it were ignored, the program would leave no status (POSIX, XSH 3 _Exit). */
    sighandler_t ended = signal(SIGCHLD, SIG_DFL);
    fflush(stdout);
    pid_t pid = fork();
    if (pid < 0)
        exit(complain(CANNOT_PROFILE, "fork", strerror(errno)));
    if (pid == 0) {
        signal(SIGINT, interrupt);
        signal(SIGQUIT, quit);
        signal(SIGTERM, terminate);
        signal(SIGHUP, hangup);
        signal(SIGCHLD, ended);
        sigprocmask(SIG_SETMASK, &before, NULL);
        become(path, argv, fd, flags);
    }
    child = pid;
    sigprocmask(SIG_SETMASK, &before, NULL);
    while (waitpid(pid, word, 0) < 0)
        if (errno != EINTR)
            tool_die("waitpid");
    child = 0;
    signal(SIGTERM, terminate);
    signal(SIGHUP, hangup);
    signal(SIGINT, interrupt);
    signal(SIGQUIT, quit);
    signal(SIGCHLD, ended);
    end_line(WIFSIGNALED(*word) ? WTERMSIG(*word) : 0);
    return pid;
}

uint64_t run_ticks(void)
{
    struct tms ticks;
    times(&ticks);
    return (uint64_t)(ticks.tms_cutime + ticks.tms_cstime);
}

/* Whether the process's last record is in the file.  *at: where to go on reading. */
static bool has_ended(pid_t pid, int fd, off_t *at, unsigned flags)
{
    struct prof_record head;

    while (lseek(fd, *at, SEEK_SET) == *at && read(fd, &head, sizeof(head)) == sizeof(head) &&
           head.pr_magic == PROF_RECORD_MAGIC) {
        *at += (off_t)head.pr_nbytes;
        if (head.pr_pid == pid && (head.pr_end != PROF_END_EXEC || !(flags & PROF_RECORD_EXECS)))
            return true;
    }
    return false;
}

/* Neither gone nor a zombie. */
static bool is_alive(pid_t pid)
{
    static struct procinfo *list;
    static size_t room = 32;
    ssize_t n;

    for (;; room *= 2) {
        list = tool_alloc(list, room * sizeof(*list));
        n = proclist(list, room);
        if (n < (ssize_t)room)
            break;
    }
    for (ssize_t i = 0; i < n; i++)
        if (list[i].pi_pid == pid)
            return list[i].pi_state != 'Z';
    return false;
}

int run_attached(pid_t pid, int fd, unsigned flags)
{
    const struct timespec pause = {.tv_nsec = LOOK_NS};
    off_t at = 0;

    stop_at(SIGINT);
    stop_at(SIGQUIT);
    stop_at(SIGTERM);
    stop_at(SIGHUP);
    if (profrecord(pid, fd, flags) != 0)
        return -1;
    fprintf(stderr, "%s: recording process %d until it ends, or ^C\n", TOOL, pid);
    /* When a process has ended, its record is in the file, or could not be written: so this looks
     * at the file once more. */
    for (bool alive = true; !stopped && !has_ended(pid, fd, &at, flags) && alive;) {
        alive = is_alive(pid);
        if (alive)
            nanosleep(&pause, NULL);
    }
    if (stopped)
        profrecord(pid, -1, 0);
    end_line(stopped);
    return 0;
}
