/* waitpid(2): its options and the status word (POSIX.1-2017, <sys/wait.h>). */
#ifndef ABI_WAIT_H
#define ABI_WAIT_H

#define WNOHANG 1 /* return 0 at once if no child has ended */

/* Bits 8 to 15: the exit status.  Bits 0 to 6: the signal that ended it, 0 if it exited. */
#define WIFEXITED(s)   ((0x7f & (s)) == 0)
#define WEXITSTATUS(s) (((s) >> 8) & 0xff)
#define WIFSIGNALED(s) ((0x7f & (s)) != 0)
#define WTERMSIG(s)    (0x7f & (s))
#define WIFSTOPPED(s)  0
#define WSTOPSIG(s)    0

#endif
