/*
 * gmon: the file that the kernel writes for a program that was linked with -pg: gprofil(2).
 *
 * The contract with programs is abi/gmon.h.  fork copies a process's struct gmon, exec begins a new
 * one.
 *
 * All functions may sleep; no locks are held except prof_mutex, where a comment says so.
 */
#ifndef RECORD_GMON_H
#define RECORD_GMON_H

#include <abi/gmon.h>
#include <stddef.h>
#include <stdint.h>

struct inode;
struct process;
struct prof_histogram;

/* The process's prof_mutex guards it. */
struct gmon {
    struct inode *directory; /* where the file goes: a reference; NULL: the program has no note of
                                gcrt0's, and nothing else is set */
    uint64_t buf, buflen;    /* of the first call that succeeded; 0: none has */
    uint64_t serial;         /* profstat's, of the profile that it began last; 0: none */
    uint64_t totals[GMON_LOST_CALLS]; /* what the counters do not show; see abi/gmon.h */
};

/* A program with the note begins in that directory; NULL: one without it, or none any more. */
void gmon_begin(struct gmon *gmon, struct inode *directory);

/* fork, which holds the parent's prof_mutex: the child, which others cannot find yet, gets a copy
 * of the caller's. */
void gmon_fork(const struct gmon *gmon, struct gmon *child);

/* gprofil(2) for the calling process, whose prof_mutex is held, with a scale that is neither 0 nor
 * too large. */
int gmon_set(uint64_t buf, size_t buflen, const struct prof_histogram *histogram, int dirfd);

/* The process ends, and gprofil(2) has succeeded: the calling thread, its last, writes the file.
 * The mutex of record.c is held. */
void gmon_write(struct process *process);

#endif
