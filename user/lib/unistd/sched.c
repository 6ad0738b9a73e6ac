/* Scheduling: one policy with one priority. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

/* ESRCH: there is no such process. */
static int find(pid_t pid)
{
    if (pid >= 0)
        return kill(pid == 0 ? getpid() : pid, 0);
    errno = EINVAL;
    return -1;
}

int sched_get_priority_max(int policy)
{
    if (policy == SCHED_OTHER)
        return 0;
    errno = EINVAL;
    return -1;
}

int sched_get_priority_min(int policy)
{
    return sched_get_priority_max(policy);
}

int sched_getscheduler(pid_t pid)
{
    return find(pid) < 0 ? -1 : SCHED_OTHER;
}

int sched_getparam(pid_t pid, struct sched_param *param)
{
    if (find(pid) < 0)
        return -1;
    param->sched_priority = 0;
    return 0;
}

/* Returns the policy before. */
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param)
{
    if (find(pid) < 0)
        return -1;
    if (policy == SCHED_OTHER && param->sched_priority == 0)
        return SCHED_OTHER;
    errno = EINVAL;
    return -1;
}

int sched_setparam(pid_t pid, const struct sched_param *param)
{
    return sched_setscheduler(pid, SCHED_OTHER, param);
}
