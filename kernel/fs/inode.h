/*
 * Inodes in memory: one struct for each inode that is in use, shared by all its users.
 *
 * Every user counts in `users`; the last inode_put() of an inode without names gives its blocks and
 * the inode back.  A struct whose users are gone is freed; the block of the inode table stays in
 * the buffer cache, so the next use costs no I/O.
 *
 * Locks: [t] table_lock in inode.c; [I] fixed; [i] inode.mutex.
 *
 * Unless it says otherwise a function may sleep, takes the mutex itself and may not be called with
 * it held or inside an operation of the log.  Functions whose comment says "locked" are those with
 * the mutex held; with "in operation" those between log_begin() and log_end().
 */
#ifndef FS_INODE_H
#define FS_INODE_H

#include "fs/cache.h"
#include "fs/io.h"
#include "sched/mutex.h"
#include <abi/fs.h>
#include <abi/stat.h>

struct inode {
    ino_t ino;             /* [I] */
    uint32_t users;        /* [t] */
    struct list link;      /* [t] in its hash chain */
    struct buffer *buffer; /* [I] the block of the inode table that it stands in */
    struct fs_inode *disk; /* [i] the inode itself, inside buffer; its kind of file is [I] */
    struct mutex mutex;
};

/* ---- for everybody ---- */

/* One more user of an inode that the caller uses already.  Does not sleep. */
struct inode *inode_hold(struct inode *inode);

/* One user fewer; NULL is allowed.  What goes wrong when the last one frees an unlinked file goes
 * to the console, and the next mount tries again. */
void inode_put(struct inode *inode);

/* S_IFREG, S_IFDIR, S_IFLNK or S_IFCHR; and a device's number.  Neither sleeps nor locks. */
mode_t inode_kind(const struct inode *inode);
dev_t inode_device(const struct inode *inode);

/*
 * Reads or writes n bytes of a regular file at off >= 0; returns how many, less at the end of the
 * file or when something went wrong after the first ones.  -EISDIR, -EINVAL (other kinds, or
 * off < 0), -EFAULT, and writing -EFBIG, -ENOSPC.  Each call is one step as other calls see it.
 */
int64_t inode_read(struct inode *inode, struct io io, off_t off, size_t n);
int64_t inode_write(struct inode *inode, struct io io, off_t off, size_t n);

/* Writes at the end, wherever that is; stores the new end in *end if anything was written. */
int64_t inode_append(struct inode *inode, struct io io, size_t n, off_t *end);

/* Makes a regular file shorter or, with a hole, longer.  -EISDIR, -EINVAL, -EFBIG. */
int inode_truncate(struct inode *inode, off_t size);

/* What a symbolic link says, without NUL, cut to n bytes: its length.  -EINVAL: it is none. */
int64_t inode_readlink(struct inode *inode, struct io io, size_t n);

void inode_stat(struct inode *inode, struct stat *st);
int inode_chmod(struct inode *inode, mode_t mode); /* the bits 0777 count */
int inode_set_mtime(struct inode *inode, uint64_t mtime_ns);

/* ---- inside fs/ ---- */

void inode_init(void); /* at mount */
int inode_free_orphans(void);

void inode_lock(struct inode *inode);
void inode_unlock(struct inode *inode);

/* The inode with this number, one more user.  The caller keeps it from being freed: holds the mutex
 * of a directory that names it.  -EIO if it is free, has no name, or makes no sense.  *out is NULL
 * after an error, here and in inode_create(). */
int inode_get(ino_t ino, struct inode **out);

/* In operation: a new inode with nlink 1, for a name that the caller makes next under the mutex of
 * the directory; until then nobody else knows it and it needs no lock.  aux: see abi/fs.h.
 * -ENOSPC. */
int inode_create(mode_t mode, uint32_t aux, struct inode **out);

/* In the same operation: undoes inode_create().  Does not fail; inode_put() is still to come. */
void inode_uncreate(struct inode *inode);

/* In operation, locked: one name fewer; without any it becomes an orphan. */
void inode_unlinked(struct inode *inode);

/* In operation, locked: *inode->disk has changed, contents too if `touched`. */
void inode_changed(struct inode *inode, bool touched);

#endif
