/*
 * Starting a program.  The child sends the number of an error through a pipe, which exec closes: so
 * the parent knows whether exec succeeded when it reads the end of the pipe.
 */
#include "actions.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/calls.h>
#include <unistd.h>

#define OWN_FD_LEAST 64 /* the pipe's number in the child, out of the way of most actions */

struct start {
    const char *path;
    const posix_spawn_file_actions_t *actions;
    const posix_spawnattr_t *attr;
    char *const *argv, *const *envp;
    int (*exec)(const char *, char *const[], char *const[]);
    sigset_t mask; /* the caller's */
};

static int act(const struct __spawn_action *a, int report)
{
    int fd;

    switch (a->kind) {
    case SPAWN_CLOSE:
        return a->fd == report ? 0 : close(a->fd);
    case SPAWN_DUP2:
        if (a->fd != a->to)
            return dup2(a->fd, a->to);
        return fcntl(a->fd, F_SETFD, 0); /* as a new descriptor: exec keeps it */
    default:
        fd = open(a->path, a->flags, a->mode);
        if (fd < 0 || fd == a->to)
            return fd;
        if (dup2(fd, a->to) < 0)
            return -1;
        return close(fd);
    }
}

static int set_attributes(const struct start *s)
{
    const posix_spawnattr_t *attr = s->attr;
    struct sigaction by_default = {.sa_handler = SIG_DFL};

    if (attr && attr->flags & POSIX_SPAWN_SETPGROUP && setpgid(0, attr->pgroup) < 0)
        return -1;
    for (int sig = 1; attr && attr->flags & POSIX_SPAWN_SETSIGDEF && sig < NSIG; sig++)
        if (sigismember(&attr->sigdefault, sig) > 0 && sigaction(sig, &by_default, NULL) < 0)
            return -1;
    bool own = attr && attr->flags & POSIX_SPAWN_SETSIGMASK;
    return sigprocmask(SIG_SETMASK, own ? &attr->sigmask : &s->mask, NULL);
}

static _Noreturn void child(const struct start *s, int report)
{
    int fd = fcntl(report, F_DUPFD, OWN_FD_LEAST);
    bool fails = fd < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) < 0;

    close(report);
    const struct __spawn_action *a = s->actions ? s->actions->first : NULL;
    for (; a && !fails; a = a->next)
        fails = act(a, fd) < 0;
    if (!fails && set_attributes(s) == 0)
        s->exec(s->path, s->argv, s->envp);
    int error = errno;
    __write(fd, &error, sizeof(error));
    _exit(127);
}

static int run(pid_t *pid, struct start *s)
{
    int fds[2], error = 0, before = errno, status;

    if (pipe(fds) < 0)
        return errno;
    sigset_t all;
    /* No handler of the program runs in the child. */
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &s->mask);
    pid_t made = fork();
    if (made == 0) {
        close(fds[0]);
        child(s, fds[1]);
    }
    if (made < 0)
        error = errno;
    sigprocmask(SIG_SETMASK, &s->mask, NULL);
    close(fds[1]);
    ssize_t n = 0;
    while (made > 0 && (n = __read(fds[0], &error, sizeof(error))) < 0 && errno == EINTR)
        ;
    close(fds[0]);
    if (n > 0)
        __waitpid(made, &status, 0);
    else if (made > 0 && pid)
        *pid = made;
    errno = before;
    return error;
}

int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attr, char *const argv[], char *const envp[])
{
    struct start s = {path, actions, attr, argv, envp, execve, 0};

    return run(pid, &s);
}

int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attr, char *const argv[], char *const envp[])
{
    struct start s = {file, actions, attr, argv, envp, execvpe, 0};

    return run(pid, &s);
}
