/*
 * init: the first process.
 *
 * Without an argument it runs an interactive shell on the console, and a new one when that exits.
 * At a break of the console's line it ends all other processes (kernel/dev/console.h).
 * With one, the command of the boot line, it runs that and powers the machine off with its status.
 * Either way it reaps every process whose parent has ended.
 */
#define TOOL "init"
#include "tool.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>

static struct termios modes; /* of the terminal, as it was at first */

static void open_as(int fd, const char *path, int flags)
{
    int opened = open(path, flags);

    if (opened < 0)
        tool_die(path);
    if (opened != fd) {
        if (dup2(opened, fd) < 0)
            tool_die(path);
        close(opened);
    }
}

static _Noreturn void shut_down(int status)
{
    sync();
    poweroff(status);
    tool_die("poweroff");
}

/* Whether there may be room for another process later. */
static int may_pass(int error)
{
    return error == ENOMEM || error == EAGAIN;
}

/*
 * In the child: becomes the shell, if asked in its own foreground group.  INIT_SHELL is how it
 * knows later that init waits for it, also when it has executed another.  If it does not start now,
 * and memory is not the reason, it will not start the next time either: the machine is powered off.
 */
static _Noreturn void start_shell(char **argv, int foreground)
{
    char number[32];
    char *env[] = {"PATH=/bin", "HOME=/", number, NULL};

    snprintf(number, sizeof(number), "INIT_SHELL=%d", getpid());
    if (foreground) {
        setpgid(0, 0);
        signal(SIGTTOU, SIG_IGN); /* the last shell's job may have the terminal */
        tcsetpgrp(0, getpid());
        tcsetattr(0, TCSANOW, &modes);
    }
    signal(SIGINT, SIG_DFL);
    execve("/bin/sh", argv, env);
    tool_error("/bin/sh");
    if (foreground && may_pass(errno)) {
        sleep(1);
        _exit(127);
    }
    shut_down(127);
}

/* The interactive shell waits for room: a program that has taken all of it must not end the
 * machine. */
static pid_t fork_shell(int foreground)
{
    pid_t pid = fork();

    if (pid < 0 && foreground && may_pass(errno))
        tool_error("fork");
    while (pid < 0 && foreground && may_pass(errno)) {
        sleep(1);
        while (waitpid(-1, NULL, WNOHANG) > 0)
            ;
        pid = fork();
    }
    if (pid < 0)
        tool_die("fork");
    return pid;
}

/* Returns the shell's exit status, 128 and the signal's number if a signal ended it.  Init lets an
 * interactive shell that was stopped go on, as nobody else could. */
static int run_shell(char **argv, int foreground)
{
    pid_t pid = fork_shell(foreground);
    int word = 0;

    if (pid == 0)
        start_shell(argv, foreground);
    pid_t ended;
    do {
        ended = waitpid(-1, &word, foreground ? WUNTRACED : 0);
        if (ended < 0 && errno != EINTR)
            tool_die("waitpid");
        if (ended == pid && WIFSTOPPED(word))
            kill(pid, SIGCONT);
    } while (ended != pid || WIFSTOPPED(word));
    return WIFSIGNALED(word) ? 128 + WTERMSIG(word) : WEXITSTATUS(word);
}

static _Noreturn void run_command(char *command)
{
    char *argv[] = {"sh", "-c", "--", command, NULL};

    open_as(0, "/dev/null", O_RDONLY);
    open_as(1, "/dev/console", O_RDWR);
    open_as(2, "/dev/log", O_WRONLY);
    shut_down(run_shell(argv, 0));
}

static void end_all(int sig)
{
    (void)sig;
    kill(-1, SIGKILL);
}

static _Noreturn void keep_shell(void)
{
    char *argv[] = {"sh", NULL};

    open_as(0, "/dev/console", O_RDWR);
    open_as(1, "/dev/console", O_RDWR);
    open_as(2, "/dev/console", O_RDWR);
    tcgetattr(0, &modes);
    signal(SIGQUIT, end_all);
    for (;;)
        run_shell(argv, 1);
}

int main(int argc, char **argv)
{
    if (tool_help)
        tool_usage("[COMMAND]");
    /* A ^C before the shell is in the foreground must not end the first process. */
    signal(SIGINT, SIG_IGN);
    umask(022);
    if (argc > 1)
        run_command(argv[1]);
    keep_shell();
}
