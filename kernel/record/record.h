/*
 * Records: profrecord(2), which has the kernel profile a process from outside, for prof(1).
 *
 * The counters of a record, or its stack samples, are memory of the process, which the kernel maps,
 * and the engine counts there as in that of profil(2) (prof/prof.h: the session PROF_RECORD).  When
 * the program ends, the record is made of them and appended to the recording's file
 * (record/recording.h).
 *
 * The contract with programs is abi/record.h.  Locks: [p] process.lock; [r] the mutex of record.c:
 * one record in the whole machine begins or ends at a time.  [r] [p]: both to change it, either to
 * read it.
 *
 * All functions here may sleep and are called without locks.
 */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "prof/prof.h"
#include "record/gmon.h"
#include <abi/limits.h>
#include <abi/time.h>
#include <abi/types.h>
#include <stdbool.h>
#include <stdint.h>

struct file;
struct process;
struct recording;

/* The file that a process runs, as exec loaded it. */
struct program {
    uint64_t text_start, text_end; /* the segment that contains the entry point */
    uint64_t ino, mtime_ns;        /* identify the file as it was loaded */
    char path[PATH_MAX];           /* absolute; as exec was given it if that is too long, or its
                                      directory has none any more; zeros follow */
};

/* A process's, from its fork on. */
struct recorded {
    struct recording *recording; /* [r] [p] where the record goes; NULL: there is none */
    bool leaving;                /* [p] the process is in the middle of an exec, or has ended */
    uint64_t memory;             /* [r] [p] user address of its counters or stacks; 0: it has not
                                    begun, and may have to wait for an exec */
    uint64_t begin_ns;           /* [r] clock_now_ns() */
    struct tms child_ticks;      /* [r] the process's when it began, */
    struct prof_waits waits;     /* [r] and its profile's */
    struct program program;      /* what it runs: only an exec changes it, while it is `leaving` */
    struct gmon gmon;            /* its profil mutex */
};

/* profrecord(2) with a file, and with fd -1. */
int record_begin(pid_t pid, struct file *file, unsigned flags);
int record_end(pid_t pid);

/* Sets process_recorder.  A recorded process has little left of its space when it leaves it. */
void record_init(void);

#endif
