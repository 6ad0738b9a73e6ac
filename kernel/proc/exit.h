/* exit: the ends of threads and processes. */
#ifndef PROC_EXIT_H
#define PROC_EXIT_H

/* Ends the calling process with a status (abi/wait.h): the calling thread at once, the others
 * before they next run in user mode.  -EINTR: a signal came first.  The call is made again once it
 * is taken, so that ^C is not lost on a program at its end.  May sleep; no locks held. */
int exit_process(int status);

/* Ends the calling thread, and the process with status 0 if it was the last.  May sleep; no locks
 * held. */
_Noreturn void exit_thread(void);

/* Makes the process's other threads end, and waits until they have: 0.  -EINTR: the process is
 * ending, or another thread has called this before, so the caller has to end itself.  May sleep. */
int exit_other_threads(void);

#endif
