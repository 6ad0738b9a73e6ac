/*
 * Records: the profile of a process, made by the kernel and kept in a file.
 *
 * int profrecord(pid_t pid, int fd, unsigned flags)
 *     Begins to record process pid, 0 for the caller: the ticks of the program that it runs are
 *     counted by pc, and when that program ends its record is appended to the file of fd, a regular
 *     file that is open for writing.  A program ends when its process does, at an exec, or when its
 *     recording is ended by this call.  The descriptor may be closed at once.
 *     PROF_RECORD_AT_EXEC: begins with the program of the next exec that succeeds; for the caller
 *     only.
 *     PROF_RECORD_FORKS: also records the children that a recorded process forks.
 *     PROF_RECORD_EXECS: also records the programs that a recorded process execs; without it an
 *     exec ends the recording of the process.
 *     PROF_RECORD_STACKS: whole call stacks instead of counters by pc, as profstack(2) stores them.
 *
 *     fd -1 with flags 0 ends the recording of process pid now and appends its record.  It waits
 *     for nothing that the process does.  If the recording was to begin with an exec, there is no
 *     record.
 *
 *     EINVAL: unknown flags; AT_EXEC for another process; not a regular file.
 *     EBADF: fd is not open, or not for writing.
 *     ESRCH: no such process, or it has ended; with fd -1 also: it is not being recorded.
 *     EALREADY: the process is being recorded, or is to be from its next exec on.
 *     ENOMEM.  After an error nothing has changed.
 *
 * Counters and stacks are in memory of the process itself, in a mapping that the kernel makes: a
 * process that changes or removes it spoils its own record, and may put anything there.
 *
 * The file is for records only.  They follow one another in the order in which the programs ended,
 * each whole: it is there before waitpid(2) can return for the process, and before the program of
 * an exec begins.  A record that cannot be written, for example because the disk is full, is cut
 * off again, and the next record in the file counts it in pr_lost.  A record that is being written,
 * or that could not be cut off, has pr_magic 0 and is the last in the file.
 */
#ifndef ABI_RECORD_H
#define ABI_RECORD_H

#include <abi/compiler.h>
#include <abi/prof.h>

/* profrecord's flags */
#define PROF_RECORD_AT_EXEC 1u
#define PROF_RECORD_FORKS   2u
#define PROF_RECORD_EXECS   4u
#define PROF_RECORD_STACKS  8u

#define PROF_RECORD_MAGIC 0x64636572u /* "recd" */

/* pr_end: how the program ended */
#define PROF_END_EXIT  1u /* with its process: pr_status */
#define PROF_END_EXEC  2u /* it called exec */
#define PROF_END_CALL  3u /* its recording was ended by profrecord */
#define PROF_END_NOMEM 4u /* it began without being recorded: there was no memory for counters */

/*
 * A record: this header; the path, padded with zeros to a multiple of 8; the hits; the stacks.
 *
 * In pr_stat, ps_counted + ps_outside + ps_full == ps_user + ps_system: the ticks of the program
 * from pr_begin_ns to pr_end_ns.  With PROF_END_CALL a tick that a thread of the process had not
 * counted yet is in none of these.  If ps_reason is PROF_FAULT, the counters were not writable or
 * memory was out, and counting ended early; only ps_forked went on.
 */
struct prof_record {
    uint32_t pr_magic;  /* PROF_RECORD_MAGIC */
    uint32_t pr_end;    /* PROF_END_* */
    uint64_t pr_nbytes; /* of the whole record, a multiple of 8 */
    int32_t pr_pid;
    int32_t pr_ppid;           /* its parent's when it ended; 0: it had none */
    int32_t pr_status;         /* PROF_END_EXIT: as in waitpid's status (abi/wait.h) */
    uint32_t pr_path_nbytes;   /* of the program's absolute path, without padding */
    uint64_t pr_low, pr_high;  /* the text that was sampled */
    uint64_t pr_ino;           /* the program's file, when exec loaded it: st_ino, and */
    uint64_t pr_mtime_ns;      /* st_mtim.  A file with other values is another program */
    uint64_t pr_begin_ns;      /* of the machine's clock (CLOCK_MONOTONIC) */
    uint64_t pr_end_ns;        /* the same */
    struct profstat pr_stat;   /* the counts when it ended */
    uint64_t pr_child_user;    /* ticks, during it, of children waited for, and theirs */
    uint64_t pr_child_system;  /* the same in the kernel */
    uint64_t pr_ready_ns;      /* the time in which it had no CPU, as others ran, and that */
    uint64_t pr_disk_ns;       /* in which it slept for the disk, or for a lock in the kernel */
    uint64_t pr_lost;          /* records before this one that could not be written */
    uint64_t pr_nhits;         /* struct prof_hit each */
    uint64_t pr_stacks_nbytes; /* of struct prof_stack, one after the other (abi/prof.h) */
};

/* The ticks at a pc, if there were any; by ascending pc. */
struct prof_hit {
    uint64_t pc;
    uint64_t count;
};

#endif
