/* exit: the ends of threads and processes. */
#ifndef PROC_EXIT_H
#define PROC_EXIT_H

#include <stdbool.h>

/* Ends the calling process with a status (abi/wait.h), unless it is ending already; the caller ends
 * at once, the other threads before they next run in user mode.  May sleep; no locks held. */
_Noreturn void exit_process(int status);

/* Ends the calling thread, and the process with status 0 if it was the last.  May sleep; no locks
 * held. */
_Noreturn void exit_thread(void);

/* Has the process's other threads leave, and waits until they have.  -EINTR: the process is ending,
 * or another thread was first, and the caller has to leave too.  May sleep. */
int exit_other_threads(void);

#endif
