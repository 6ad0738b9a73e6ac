/*
 * The kernel's use of memory and disk, kstat(2); and making its allocations fail, kfail(2).
 *
 * int kstat(struct kstat *stat, unsigned long since)
 * Every count returns to its old value when a program ends.  A higher one is a leak.  Memory that
 * the kernel keeps to use it again counts as free (ks_pages_kept), and is no object: buffers of the
 * disk's cache, kernel stacks, slabs.  While other processes run the counts are of slightly
 * different moments, those of the disk the last.  So a file without names that ks_inodes no longer
 * counts is also free on the disk, unless the disk has failed.  since: 0, or ks_serial of an
 * earlier call.  Then a kernel with DEBUG=1 also prints which places allocated memory since then
 * that is still in use.  EFAULT; EIO and ENOMEM, from counting on the disk.
 *
 * long kfail(unsigned long n, unsigned flags)
 * From now on allocations of memory that the kernel makes for the calling process, and for all that
 * descend from it from now on, are counted, and the n-th fails as if memory were out: a page, an
 * object, or a block's buffer that is not in use.  KFAIL_ON: all from the n-th on.  KFAIL_TELL: the
 * log says where each was.  KFAIL_NEW: counts separately for each chain of calling kernel
 * functions.  Instead of the n-th, the first allocation fails that is among the first n of its
 * chain and has not failed so since boot.  So calls with this flag until none fails test each way
 * to an allocation.  n = 0: no more is counted for the calling process, and none fails.  Returns
 * how many were counted since the call before; if that had KFAIL_NEW the number of the one that
 * failed, or 0.  One count for the whole machine.  EPERM: the boot line has no word `fail'.
 * EINVAL: flags, or n above KFAIL_NEW_MAX with KFAIL_NEW.  ENOSPC: KFAIL_NEW has met more ways than
 * the kernel remembers.
 */
#ifndef ABI_KSTAT_H
#define ABI_KSTAT_H

#include <abi/compiler.h>

#define KSTAT_SIZES 8

struct kstat {
    uint64_t ks_pages;      /* of memory that the kernel found at boot */
    uint64_t ks_pages_free; /* not in use */
    uint64_t ks_pages_kept; /* as good as free, or counted as objects */
    struct {
        uint64_t nbytes, count;
    } ks_objects[KSTAT_SIZES]; /* small objects, by their size; a size covers what is smaller */
    uint64_t ks_processes;     /* zombies too */
    uint64_t ks_threads;       /* the kernel's own too */
    uint64_t ks_files;         /* open(2) and its like, not descriptors */
    uint64_t ks_inodes;        /* files and directories in use by the kernel */
    uint64_t ks_disk_inodes;   /* in use on the disk */
    uint64_t ks_disk_blocks;   /* for contents, or to find these */
    uint64_t ks_disk_inodes_all, ks_disk_blocks_all; /* in use or not */
    uint64_t ks_serial; /* with DEBUG=1 how many allocations there were since boot, or 0 */
};

#define KFAIL_ON   1u
#define KFAIL_TELL 2u
#define KFAIL_NEW  4u

#define KFAIL_NEW_MAX 255

#endif
