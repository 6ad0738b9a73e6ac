/* Processes, and user and group ids, which are all 0. */
#include <stddef.h>
#include <sys/calls.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../gmon/gmon.h"
#include "../thread.h"

pid_t fork(void)
{
    pid_t child = __gmon_fork ? __gmon_fork() : __fork();

    if (child == 0 && __thread_forked)
        __thread_forked();
    return child;
}

pid_t vfork(void)
{
    return fork();
}

pid_t wait(int *status)
{
    return waitpid(-1, status, 0);
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
