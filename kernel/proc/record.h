/*
 * Records: profrecord(2), which has the kernel profile a process from outside, for prof(1).
 *
 * The counters of a record, or its stack samples, are memory of the process, which the kernel maps,
 * and the engine counts there as in that of profil(2) (prof/prof.h: the session PROF_RECORD).  When
 * the program ends, the record is made of them and appended to the recording's file
 * (proc/recording.h).
 *
 * The contract with programs is abi/record.h.  Locks: [p] process.lock; [r] the mutex of record.c:
 * one record in the whole machine begins or ends at a time.  [r] [p]: both to change it, either to
 * read it.
 *
 * All functions here may sleep and are called without locks.
 */
#ifndef PROC_RECORD_H
#define PROC_RECORD_H

#include "prof/prof.h"
#include <abi/types.h>
#include <stdbool.h>
#include <stdint.h>

struct file;
struct process;
struct recording;

/* A process's.  All zero: it is not recorded. */
struct record {
    struct recording *recording; /* [r] [p] where the record goes; NULL: there is none */
    struct recording *next;      /* [r] [p] the same for the program of the next exec */
    bool leaving;                /* [p] the process is in the middle of an exec, or has ended */
    uint64_t memory;             /* [r] [p] user address of its counters or stacks; 0: it is being
                                    begun */
    uint64_t begin_ns;           /* [r] clock_now_ns() */
    uint64_t child_user, child_system; /* [r] the process's child_ticks when it began */
    struct prof_waits waits;           /* [r] its profile's, too */
};

/* profrecord(2) with a file, and with fd -1. */
int record_begin(pid_t pid, struct file *file, unsigned flags);
int record_end(pid_t pid);

/* The child, complete but not added yet, is recorded if its parent, the calling process, is and its
 * recording asks for that.  record_unfork undoes it. */
void record_fork(struct process *parent, struct process *child);
void record_unfork(struct process *child);

/* The calling thread, its process's only one, is about to leave the space of its old program, of
 * which a recorded process has little left then; is ready to run the new one. */
void record_leave_program(void);
void record_enter_program(void);

/* The calling thread, its process's last one, is about to release the space: the same. */
void record_exit(void);

#endif
