/*
 * Inodes in memory: one struct for each inode in use, shared by all its users.
 *
 * Every user holds a reference.  The last inode_put() of an inode with no names left frees its
 * blocks and the inode.  A struct without references is freed; the block of the inode table stays
 * in the buffer cache, so the next inode_get() costs no I/O.
 *
 * Locks: [t] table_lock in inode.c; [I] fixed; [a] atomic; [i] inode.mutex.
 *
 * Unless it says otherwise a function may sleep, takes the mutex itself and must not be called with
 * the mutex held or inside an operation of the log.  "Locked" in a comment means that the caller
 * holds the mutex, "in operation" that it is between log_begin() and log_end().
 *
 * Reading and writing the contents: fs/contents.h.
 */
#ifndef FS_INODE_H
#define FS_INODE_H

#include "fs/cache.h"
#include "sched/mutex.h"
#include <abi/fs.h>
#include <abi/stat.h>

struct inode {
    ino_t ino;             /* [I] */
    uint32_t users;        /* [t] references */
    struct list link;      /* [t] in its hash chain */
    struct inode *late;    /* [t] the next of those that inode_free_late() frees */
    struct buffer *buffer; /* [I] the block of the inode table that contains it */
    struct fs_inode *disk; /* [i] the inode itself, inside buffer; its file type is [I] */
    struct mutex mutex;
    bool read_noted; /* [a] by inode_was_read() */
    union {
        struct mapped_part *mapped; /* [i] of a regular file: its shared pages, fs/mapped.h */
        struct pipe *pipe;          /* [i] of a FIFO; NULL: nobody has it open */
    };
};

/* ---- for everybody ---- */

/* Takes another reference to an inode that the caller has one to already.  Does not sleep. */
struct inode *inode_hold(struct inode *inode);

/* Drops a reference; NULL is allowed.  The last one frees an unlinked file: without memory for that
 * it is freed later, by inode_free_late(); after another error, which is printed on the console,
 * the next mount tries again. */
void inode_put(struct inode *inode);

/* The root directory; takes a reference. */
int inode_root(struct inode **out);

/* S_IFREG, S_IFDIR, S_IFLNK, S_IFIFO or S_IFCHR; and a device's number.  Neither sleeps nor locks.
 */
mode_t inode_kind(const struct inode *inode);
dev_t inode_device(const struct inode *inode);

/* How many there are: in memory, and on the disk, or an error. */
size_t inode_count(void);
int64_t inode_count_used(void);

void inode_stat(struct inode *inode, struct stat *st);
int inode_chmod(struct inode *inode, mode_t mode); /* only the bits 0777 */

/* Sets the times of the last read and the last change, unless they are INODE_TIME_STAYS. */
#define INODE_TIME_STAYS UINT64_MAX
int inode_set_times(struct inode *inode, uint64_t atime_ns, uint64_t mtime_ns);

/* A program has read the file: notes the time if it was last read before it last changed, or more
 * than a day ago, and only once until the file changes or nobody has it open. */
void inode_was_read(struct inode *inode);

/* ---- inside fs/ ---- */

void inode_init(void); /* at mount */
int inode_free_orphans(void);

/* Frees the unlinked files that there was no memory to free, as far as there is now. */
void inode_free_late(void);

void inode_lock(struct inode *inode);
void inode_unlock(struct inode *inode);

/* Takes a reference to the inode with this number.  The caller prevents that it is freed, by
 * holding the mutex of a directory that names it.  -EIO if the inode is free, has no name, or is
 * inconsistent.  *out is NULL after an error, here and in inode_create(). */
int inode_get(ino_t ino, struct inode **out);

/* The same for the number of a directory from the cache of names, without a mutex.  -EAGAIN: names
 * were removed since name_cache_removals() returned `removals`. */
int inode_get_known(ino_t ino, uint32_t removals, struct inode **out);

/* In operation: a new inode with nlink 1.  The caller adds its name next, under the mutex of the
 * directory; until then no other thread can reach the inode and it needs no lock.  aux: see
 * abi/fs.h.  -ENOSPC. */
int inode_create(mode_t mode, uint32_t aux, struct inode **out);

/* In the same operation: undoes inode_create().  Cannot fail; the caller still calls inode_put().
 */
void inode_undo_create(struct inode *inode);

/* In operation, locked: one link fewer; with none left the inode becomes an orphan. */
void inode_unlinked(struct inode *inode);

/* In operation, locked: *inode->disk has changed; `touched`: the contents of the file too. */
void inode_changed(struct inode *inode, bool touched);

#endif
