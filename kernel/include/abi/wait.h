/* waitpid(2): its options and the status word (POSIX.1-2017, <sys/wait.h>). */
#ifndef ABI_WAIT_H
#define ABI_WAIT_H

#include <abi/signal.h>
#include <abi/wait_status.h>

#define WCONTINUED 8 /* ... or goes on */
#define WEXITED    4 /* waitid(3) only: has ended */
#define WSTOPPED   WUNTRACED

#define W_STOPPED(sig)  ((sig) << 8 | 0x7f)
#define W_CONTINUED     0xffff
#define WIFCONTINUED(s) ((s) == W_CONTINUED)

/* A child's status word as SIGCHLD and waitid(3) have it. */
static inline siginfo_t wait_info(pid_t child, int status)
{
    siginfo_t info = {SIGCHLD, CLD_KILLED, child, {WTERMSIG(status)}};
    if (WIFCONTINUED(status)) {
        info.si_code = CLD_CONTINUED;
        info.si_status = SIGCONT;
    } else if (WIFSTOPPED(status) || WIFEXITED(status)) {
        info.si_code = WIFSTOPPED(status) ? CLD_STOPPED : CLD_EXITED;
        info.si_status = WEXITSTATUS(status);
    }
    return info;
}

#endif
