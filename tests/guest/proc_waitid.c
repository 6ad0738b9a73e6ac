/* waitid and SIGCHLD name the child and how it ended, stopped or went on. */
#include "child.h"
#include <sched.h>

static volatile siginfo_t told;

static void note(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)context;
    told = *info;
}

static void child_did(idtype_t type, id_t id, int options, pid_t pid, int code, int status)
{
    siginfo_t info;
    CHECK_EQ(waitid(type, id, &info, WEXITED | options), 0);
    CHECK_EQ(info.si_signo, SIGCHLD);
    CHECK_EQ(info.si_pid, pid);
    CHECK_EQ(info.si_code, code);
    CHECK_EQ(info.si_status, status);
    if (code != CLD_EXITED && code != CLD_KILLED)
        return; /* there is no signal for a stop that has been waited for already */
    while (told.si_pid != pid || told.si_code != code)
        sched_yield();
    CHECK_EQ(told.si_status, status);
}

static void ends(void)
{
    pid_t pid = START_CHILD(_exit(7));
    child_did(P_PID, (id_t)pid, 0, pid, CLD_EXITED, 7);
    pid = START_CHILD(for (;;) pause());
    kill(pid, SIGKILL);
    child_did(P_ALL, 0, 0, pid, CLD_KILLED, SIGKILL);
    CHECK_FAILS(waitid(P_ALL, 0, &(siginfo_t){0}, WEXITED), ECHILD);
}

static void stops(void)
{
    siginfo_t info = {.si_pid = 1};
    pid_t pid = START_CHILD(for (;;) pause());
    CHECK_EQ(setpgid(pid, pid), 0);
    CHECK_EQ(waitid(P_PGID, (id_t)pid, &info, WEXITED | WNOHANG), 0);
    CHECK_EQ(info.si_pid, 0);
    kill(pid, SIGSTOP);
    child_did(P_PGID, (id_t)pid, WSTOPPED, pid, CLD_STOPPED, SIGSTOP);
    kill(pid, SIGCONT);
    child_did(P_PGID, (id_t)pid, WCONTINUED, pid, CLD_CONTINUED, SIGCONT);
    CHECK_FAILS(waitid(P_PGID, 0, &info, WEXITED), ECHILD); /* the caller's own group */
    kill(pid, SIGTERM);
    child_did(P_PID, (id_t)pid, 0, pid, CLD_KILLED, SIGTERM);
}

static void errors(void)
{
    siginfo_t info;
    CHECK_FAILS(waitid(P_ALL, 0, &info, WSTOPPED), EINVAL); /* without WEXITED */
    CHECK_FAILS(waitid(P_ALL, 0, &info, WEXITED | 0x100), EINVAL);
    CHECK_FAILS(waitid(P_PID, 0, &info, WEXITED), EINVAL);
    CHECK_FAILS(waitid(P_PGID, 1, &info, WEXITED), EINVAL);
    CHECK_FAILS(waitid(9, 5, &info, WEXITED), EINVAL);
}

static void unwanted(void)
{
    struct sigaction act = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
    CHECK_EQ(sigaction(SIGCHLD, &act, NULL), 0);
    START_CHILD(_exit(7));
    CHECK_FAILS(wait(NULL), ECHILD);
}

int main(void)
{
    set_handler(SIGCHLD, note, SA_RESTART);
    ends();
    stops();
    errors();
    unwanted();
    return 0;
}
