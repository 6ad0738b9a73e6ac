/*
 * Directories: files of names.  All here want the directory's mutex held, except directory_list();
 * "in operation" is between log_begin() and log_end().  Names are given with their length, 1 to
 * NAME_MAX bytes, and are not "." or "..".
 */
#ifndef FS_DIRECTORY_H
#define FS_DIRECTORY_H

#include "fs/inode.h"

/* Where a name stands: filled in by directory_find() and used up by the next change. */
struct place {
    uint32_t slot; /* entry number; if the name was not found, a free one or the end */
    ino_t ino;
};

/* 0 and *place, or -ENOENT and a place where the name could go. */
int directory_find(struct inode *dir, const char *name, size_t length, struct place *place);

/* In operation: enters the name at a place from a directory_find() that gave -ENOENT.  -ENOSPC. */
int directory_add(struct inode *dir, const struct place *place, const char *name, size_t length,
                  ino_t ino);

/* In operation: removes the entry, or has it name another inode (ino not 0).  *place is where
 * directory_find() found it. */
int directory_set(struct inode *dir, const struct place *place, ino_t ino);

/* 1: no names in it; 0: some; or an error. */
int directory_is_empty(struct inode *dir);

/* getdents(2): fills nbytes of io with struct dirent from position *pos on and moves *pos.  Returns
 * the bytes filled, 0 at the end; -ENOTDIR, -EINVAL (not room for one), -ENOENT (removed).  Takes
 * the mutex itself. */
int64_t directory_list(struct inode *dir, struct io io, size_t nbytes, off_t *pos);

/* The name under which `ino` stands in the directory: its length, -ENOENT.  name has NAME_MAX + 1
 * bytes. */
int directory_name_of(struct inode *dir, ino_t ino, char *name);

#endif
