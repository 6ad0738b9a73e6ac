/*
 * The policy for a full memory: which process ends, and for whom the last pages are kept.
 *
 * Mapping memory takes no pages; touching it does.  So a page fault finds that memory is out: one
 * of the program, or one of the kernel during a system call.  One rule holds for both.  The process
 * that holds most memory ends, as by SIGKILL, and one line on the console says which and how much
 * it held.  Memory that the kernel allocates for a call, like fork's copy or a pipe's page, ends no
 * process: the call returns ENOMEM.
 *
 * The reserve, a 64th of memory, keeps the person at the terminal in charge.  Three kinds of
 * threads may use it:
 *     - those of the terminal's shell.  Process 1 forks the shell; it is the shell until it runs
 *       another program;
 *     - those of the shell's commands.  The shell forks them.  Once such a process runs another
 *       program it is a command only in the foreground.  Its own children are not commands;
 *     - those of process 1, of the kernel, and of processes that are ending.
 * Process 1 is never chosen, nor are the shell and its commands while they hold less than the
 * reserve.
 *
 * The count of a process has its pages, its threads' kernel stacks, and its open files with the
 * pages of its pipes.  What fork shares counts for parent and child.  Page tables and small objects
 * do not count.
 */
#ifndef PROC_OOM_H
#define PROC_OOM_H

#include <stdbool.h>

struct process;
struct space;

void oom_init(void); /* once, before the first process runs */

/* Whether the calling thread may use the reserve.  Takes no lock. */
bool oom_may_use_reserve(void);

/* For fork and exec: a process becomes a shell, a command, or neither.  fork: the child. */
void oom_fork(struct process *child, const struct process *parent);
void oom_exec(struct process *process); /* process->lock is held */

/* The calling thread, its process's only one, leaves the space for this one, or for none (NULL).
 * The old space is freed.  No process is chosen meanwhile, because memory is about to be free. */
void oom_change_space(struct space *space);

#endif
