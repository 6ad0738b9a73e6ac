/* waitpid(2): its options and the status word (POSIX.1-2017, <sys/wait.h>). */
#ifndef ABI_WAIT_H
#define ABI_WAIT_H

#include <abi/signal.h>

#define WNOHANG    1 /* return 0 at once if no child has ended, or ... */
#define WUNTRACED  2 /* ... was stopped ... */
#define WCONTINUED 8 /* ... or goes on */
#define WEXITED    4 /* waitid(3) only: has ended */
#define WSTOPPED   WUNTRACED

/* Bits 8 to 15: the exit status.  Bits 0 to 6: the signal that ended it, 0 if it exited.  A process
 * that was stopped has 0x7f there, and the signal in bits 8 to 15. */
#define W_STOPPED(sig) ((sig) << 8 | 0x7f)
#define W_CONTINUED    0xffff

#define WIFEXITED(s)    ((0x7f & (s)) == 0)
#define WEXITSTATUS(s)  (((s) >> 8) & 0xff)
#define WIFSIGNALED(s)  ((0x7f & (s)) - 1u < 0x7eu)
#define WTERMSIG(s)     (0x7f & (s))
#define WIFSTOPPED(s)   ((0xff & (s)) == 0x7f)
#define WSTOPSIG(s)     WEXITSTATUS(s)
#define WIFCONTINUED(s) ((s) == W_CONTINUED)

/* A child's status word as SIGCHLD and waitid(3) have it. */
static inline siginfo_t wait_info(pid_t child, int status)
{
    siginfo_t info = {SIGCHLD, CLD_KILLED, child, WTERMSIG(status), 0};
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
