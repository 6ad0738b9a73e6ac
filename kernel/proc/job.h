/*
 * Job control: process groups, sessions, and the terminal's foreground (POSIX.1-2017, XBD 11.1).  A
 * shell puts each job into a process group.  A session is several groups.  That of process 1 has
 * the console.  A process leaves a session by setsid(2).  Stopping is in proc/stop.h.
 */
#ifndef PROC_JOB_H
#define PROC_JOB_H

#include <abi/types.h>

struct process;

/* The parent of a stopped process has ended.  Its group gets SIGHUP and SIGCONT if nobody else
 * would let it go on.  The caller holds process_tree_lock, which is released now and then. */
void job_orphan(struct process *child);

/* setsid(2): the new session's number, which is the caller's pid; -EPERM: a group has it. */
pid_t job_new_session(void);

/* setpgid(2): 0, or -ESRCH, -EACCES or -EPERM. */
int job_set_group(pid_t pid, pid_t pgid);

/* Lets the console ask for groups and sessions (dev/console.h). */
void job_init(void);

#endif
