/*
 * Jobs: the processes of one pipeline.
 *
 * In an interactive shell every foreground and background job is a process group; the foreground
 * one has the terminal, so that ^C goes to it alone.  ^Z stops it: it becomes a background job,
 * which fg and bg let go on.  A script's jobs stay in the script's group.
 */
#ifndef SH_JOB_H
#define SH_JOB_H

#include "parse.h"

#include <sys/types.h>

enum job_kind {
    JOB_FOREGROUND,
    JOB_BACKGROUND,
    JOB_CAPTURE, /* $(...): part of the shell's own group, as its output is part of the line */
};

struct job;

/* A job without processes. */
struct job *job_new(const char *text, enum job_kind kind);

/* Forks one process of the job.  Returns 0 in it, its pid in the shell, -1 after a message. */
pid_t job_fork(struct job *job);

/* Waits for all of it, or until it is stopped, and takes the terminal back.  Returns the last one's
 * status, or 128 and the signal that stopped it. */
int job_wait(struct job *job);

/* Enters a background job, all of whose processes are started, into the list. */
void job_list(struct job *job);

/* Reports background jobs that have ended; before a prompt. */
void job_tell_ended(void);

/* Ignores ^Z and the other signals that stop jobs, or no longer, for a program. */
void job_take_stops(bool own);

/* Takes the terminal at the start of an interactive shell. */
void job_take_terminal(void);

/* The same when another program has taken it, or after fg.  False: it is not the shell's any more.
 */
bool job_take_terminal_back(void);

/*
 * For kill(1), which knows nothing of jobs: replaces every %N behind the command's name by the
 * numbers to signal, in the pool.  Returns false after a message.
 */
bool job_replace_numbers(struct word *command);

/* Builtin commands. */
int job_builtin_jobs(char **argv);
int job_builtin_fg(char **argv);
int job_builtin_bg(char **argv);
int job_builtin_kill(char **argv);
int job_builtin_wait(char **argv);

#endif
