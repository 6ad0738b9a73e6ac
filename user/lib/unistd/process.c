/* Processes, and user and group ids, which are all 0. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/calls.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../gmon/gmon.h"
#include "../thread.h"

pid_t fork(void)
{
    if (__atfork_run)
        __atfork_run(ATFORK_BEFORE);
    pid_t child = __gmon_fork ? __gmon_fork() : __fork();

    if (child == 0 && __thread_forked)
        __thread_forked();
    if (__atfork_run)
        __atfork_run(child == 0 ? ATFORK_CHILD : ATFORK_PARENT);
    return child;
}

pid_t vfork(void)
{
    return fork();
}

pid_t setpgrp(void)
{
    setpgid(0, 0);
    return getpgrp();
}

pid_t wait(int *status)
{
    return waitpid(-1, status, 0);
}

/* The usage is what the times of the children that were waited for have grown by. */
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
    if (!usage)
        return waitpid(pid, status, options);
    struct rusage before, after;
    getrusage(RUSAGE_CHILDREN, &before);
    pid = waitpid(pid, status, options);
    getrusage(RUSAGE_CHILDREN, &after);
    *usage = (struct rusage){.ru_maxrss = 0};
    timersub(&after.ru_utime, &before.ru_utime, &usage->ru_utime);
    timersub(&after.ru_stime, &before.ru_stime, &usage->ru_stime);
    return pid;
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
    return wait4(-1, status, options, usage);
}

/* Group 1 would be waitpid's -1, any child. */
static bool is_valid(idtype_t type, id_t id)
{
    return type == P_ALL || (type == P_PID && id > 0 && id <= INT_MAX) ||
           (type == P_PGID && id != 1 && id <= INT_MAX);
}

int waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
    pid_t pid = type == P_ALL ? -1 : type == P_PID ? (pid_t)id : -(pid_t)id;

    if (!is_valid(type, id) || !(options & WEXITED) ||
        options & ~(WEXITED | WSTOPPED | WCONTINUED | WNOHANG)) {
        errno = EINVAL;
        return -1;
    }
    int status;
    pid = waitpid(pid, &status, options & ~WEXITED);
    if (pid < 0)
        return -1;
    *info = pid == 0 ? (siginfo_t){.si_signo = 0} : wait_info(pid, status);
    return 0;
}

pid_t getpgrp(void)
{
    return getpgid(0);
}

uid_t getuid(void)
{
    return 0;
}

uid_t geteuid(void)
{
    return 0;
}

gid_t getgid(void)
{
    return 0;
}

gid_t getegid(void)
{
    return 0;
}
