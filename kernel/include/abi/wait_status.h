/* waitpid(2): the options and the status word that <stdlib.h> has, too (POSIX.1-2017). */
#ifndef ABI_WAIT_STATUS_H
#define ABI_WAIT_STATUS_H

#define WNOHANG   1 /* return 0 at once if no child has ended, or ... */
#define WUNTRACED 2 /* ... was stopped ... */

/* Bits 8 to 15: the exit status.  Bits 0 to 6: the signal that ended it, 0 if it exited.  A process
 * that was stopped has 0x7f there, and the signal in bits 8 to 15. */
#define WIFEXITED(s)   ((0x7f & (s)) == 0)
#define WEXITSTATUS(s) (((s) >> 8) & 0xff)
#define WIFSIGNALED(s) ((0x7f & (s)) - 1u < 0x7eu)
#define WTERMSIG(s)    (0x7f & (s))
#define WIFSTOPPED(s)  ((0xff & (s)) == 0x7f)
#define WSTOPSIG(s)    WEXITSTATUS(s)

#endif
