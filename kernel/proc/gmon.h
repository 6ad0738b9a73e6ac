/*
 * gmon: the file that the kernel writes for a program that was linked with -pg: gprofil(2).
 *
 * The contract with programs is abi/gmon.h.  A process has a struct gmon if its program has gcrt0's
 * note; fork copies it, exec replaces it.
 *
 * All functions may sleep; no locks are held except prof_mutex, where a comment says so.
 */
#ifndef PROC_GMON_H
#define PROC_GMON_H

#include <abi/gmon.h>
#include <stddef.h>
#include <stdint.h>

struct inode;
struct process;

/* The process's prof_mutex guards it. */
struct gmon {
    struct inode *directory; /* where the file goes: a reference */
    uint64_t buf, buflen;    /* of the first call that succeeded; 0: none has */
    uint64_t serial;         /* profstat's, of the profile that it began last; 0: none, or it is in
                                the totals */
    uint64_t totals[GMON_LOST_CALLS]; /* what the counters do not show; see abi/gmon.h */
};

/* exec: for a program that begins in that directory.  NULL when memory is out. */
struct gmon *gmon_create(struct inode *directory);

/* Frees it; NULL is allowed. */
void gmon_destroy(struct gmon *gmon);

/* fork, which holds the parent's prof_mutex: the child, which others cannot find yet, gets a copy
 * of the caller's.  0 or -ENOMEM. */
int gmon_fork(struct process *parent, struct process *child);

/* gprofil(2) for the calling process, whose prof_mutex is held, with a scale that is neither 0 nor
 * too large. */
int gmon_set(uint64_t buf, size_t buflen, size_t samplesize, uint64_t offset, uint32_t scale,
             int dirfd);

/* The process ends: the calling thread, its last, writes the file, if gprofil(2) has succeeded. */
void gmon_write(struct process *process);

#endif
