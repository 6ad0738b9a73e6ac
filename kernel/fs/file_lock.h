/*
 * Advisory locks on files: fcntl's, which a process has on a range of bytes, and flock's, which an
 * open file has on all of them.  The two kinds do not see each other.
 *
 * An owner is an address: that of the process's file table, or of the struct file.  It releases its
 * locks before it lets go of the inode, so a lock needs no reference.
 */
#ifndef FS_FILE_LOCK_H
#define FS_FILE_LOCK_H

#include "core/list.h"
#include <abi/fcntl.h>
#include <stdbool.h>

struct inode;

struct file_lock {
    struct list link; /* inside file_lock.c */
    const struct inode *inode;
    const void *owner;
    bool flock; /* of which kind */
    short type; /* F_RDLCK, F_WRLCK, or F_UNLCK for a request to unlock */
    pid_t pid;  /* for F_GETLK; 0: flock's */
    off_t start, end;
};

/* Sets the range of the owner's locks to the type.  0; -EAGAIN: another owner's lock is in the way,
 * unless `waits`; then -EINTR.  -ENOLCK, -ENOMEM.  May sleep. */
int file_lock_set(const struct file_lock *wanted, bool waits);

/* Replaces *wanted by a lock that is in its way; its type is F_UNLCK if there is none. */
void file_lock_get(struct file_lock *wanted);

/* Unlocks all that the owner has locked in this file.  Never sleeps. */
void file_lock_release(const struct inode *inode, const void *owner);

#endif
