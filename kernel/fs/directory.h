/*
 * Directories: files that contain names.  The caller holds the directory's mutex for all functions
 * except directory_list(); "in operation" is between log_begin() and log_end().  Names are keys
 * (fs/name.h), of 1 to NAME_MAX bytes, and not "." or "..".
 *
 * Costs: finding, adding or removing a name takes the same time in a directory of any size, once
 * the first search has read it all.  Listing takes time for the names that are there, not for
 * removed ones.  If there is no memory for an index, a search reads the directory up to the name.
 *
 * An entry keeps its position as long as it exists.  So a name that stays is listed exactly once,
 * even if others are added and removed during the listing, and a position (lseek) stays good.
 */
#ifndef FS_DIRECTORY_H
#define FS_DIRECTORY_H

#include "fs/block_map.h"
#include "fs/inode.h"
#include "fs/io.h"

/* Whether programs may give the name: 1 to NAME_MAX bytes and a NUL; no '/', neither "." nor "..".
 * Takes no lock. */
bool directory_name_is_good(const struct fs_name *entry);

/* The position of a name: set by directory_find(), valid until the directory changes. */
struct place {
    uint32_t index; /* entry number; if the name was not found, a free one or the end */
    ino_t ino;
};

/* 0 and *place, or -ENOENT and a place where the name could go. */
int directory_find(struct inode *dir, const struct fs_name *name, struct place *place);

/* In operation: adds the name, at a place for which directory_find() returned -ENOENT.  -ENOSPC. */
int directory_add(struct inode *dir, const struct place *place, const struct fs_name *name,
                  ino_t ino);

/* In operation: removes the entry (ino 0), or makes it name another inode.  *place comes from
 * directory_find(). */
int directory_set(struct inode *dir, const struct place *place, ino_t ino);

/* The same in two steps, the second of which cannot fail: directory_hold() takes a reference to the
 * buffer with the entry, and the caller drops it (cache_put) after directory_change(). */
int directory_hold(struct inode *dir, const struct place *place, struct buffer **out);
void directory_change(struct inode *dir, const struct place *place, struct buffer *b, ino_t ino);

/* Removes the entry, which names this inode, and its link, in a separate operation.  The inode is
 * locked as well. */
int directory_unlink(struct inode *dir, const struct place *place, struct inode *inode);

/* 0: it contains no names; -ENOTEMPTY, or another error.  The caller that removes the directory
 * keeps its mutex from this call until it is removed. */
int directory_check_empty(struct inode *dir);

/* getdents(2): stores up to nbytes of struct dirent in io, and no more than a page, from position
 * *pos on, and advances *pos.  Returns the bytes stored, 0 at the end; -ENOTDIR, -EINVAL (no room
 * for one entry), -ENOENT (the directory was removed), -ENOMEM, -EFAULT; -EIO if the next name is
 * impossible (a damaged disk).  Takes the mutex itself. */
int64_t directory_list(struct inode *dir, struct io io, size_t nbytes, off_t *pos);

/* Finds the name of inode `ino` in the directory.  Returns its length; -ENOENT. */
int directory_name_of(struct inode *dir, ino_t ino, struct fs_name *name);

#endif
