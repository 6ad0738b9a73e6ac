/* The first process, /bin/init. */
#ifndef PROC_INIT_H
#define PROC_INIT_H

struct process;

extern struct process *init_process; /* fixed once it started: process 1 */

/* Starts process 1.  The file system is mounted; once, by a kernel thread. */
void init_start(void);

#endif
