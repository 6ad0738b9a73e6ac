/* Running a program, or watching one that runs, while the kernel records it. */
#ifndef PROF_RUN_H
#define PROF_RUN_H

#include <stdint.h>
#include <sys/types.h>

/*
 * Runs the program at path, and waits for its end: under profrecord with those flags, unless fd is
 * -1.  ^C and ^\ are left to the program; SIGTERM and SIGHUP are passed on to it.  Returns its
 * process and waitpid's word in *word.  If the program cannot be started, a message has been
 * printed, and the status is 126.
 */
pid_t run_program(const char *path, char **argv, int fd, unsigned flags, int *word);

/* Ticks of all the children that were waited for, and of theirs. */
uint64_t run_ticks(void);

/*
 * Records a running process until it ends, or execs a program without PROF_RECORD_EXECS.  SIGINT,
 * SIGQUIT, SIGTERM and SIGHUP also end the recording, unless they were ignored.  Returns 0, or -1
 * with errno.
 */
int run_attached(pid_t pid, int fd, unsigned flags);

#endif
