/*
 * Operations on path names that change which directory is inside which, and tree_path(), which must
 * not run while they do.  Paths and errors are as in fs/path.h.
 */
#ifndef FS_TREE_H
#define FS_TREE_H

#include "fs/inode.h"

void tree_init(void); /* at mount */

/* -ENOTEMPTY, -EBUSY (the root), -EINVAL ("."). */
int tree_rmdir(struct inode *cwd, const char *path);

/* Atomic for other threads and across a crash.  -EINVAL (a directory into itself, or "." or ".." as
 * a last component), -ENOTEMPTY, -EISDIR. */
int tree_rename(struct inode *from_dir, const char *from, struct inode *to_dir, const char *to);

/* Stores the absolute path of a directory with its NUL; returns the number of bytes.  -ERANGE: more
 * than size. */
int64_t tree_path(struct inode *dir, char *buf, size_t size);

#endif
