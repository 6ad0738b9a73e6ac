/*
 * Operations on names.  A path is a NUL-terminated string in kernel memory, shorter than PATH_MAX;
 * if it does not begin with '/' it begins at the directory cwd, of which the caller is a user.
 *
 * All may sleep, and hold no lock when they return.  Errors besides those in fs/fs.h: -ENOENT (also
 * for "" and for anything in a directory that was removed), -ENOTDIR, -ENAMETOOLONG, -ELOOP.
 *
 * What creates a name: -EEXIST, -ENOSPC; a path may end in '/' only if a directory is meant.
 */
#ifndef FS_PATH_H
#define FS_PATH_H

#include "fs/inode.h"

void path_init(void); /* at mount */

/* The root directory, one more user. */
int path_root(struct inode **out);

/* What the path names, one more user; follow: if the last part is a symbolic link, what that names.
 * *out is NULL after an error. */
int path_lookup(struct inode *cwd, const char *path, bool follow, struct inode **out);

/*
 * open(2) but for the file descriptor: obeys O_CREAT (with mode & 0777), O_EXCL, O_TRUNC,
 * O_DIRECTORY, O_NOFOLLOW and the access mode.  -EEXIST, -EISDIR (a directory to be written),
 * -EINVAL (O_CREAT with O_DIRECTORY, or O_TRUNC without write access).
 */
int path_open(struct inode *cwd, const char *path, int flags, mode_t mode, struct inode **out);

int path_mkdir(struct inode *cwd, const char *path, mode_t mode);
int path_mkdev(struct inode *cwd, const char *path, mode_t mode, dev_t device);
int path_symlink(struct inode *cwd, const char *target, const char *path);
int path_link(struct inode *cwd, const char *from, const char *to); /* -EPERM: a directory */

int path_unlink(struct inode *cwd, const char *path); /* -EISDIR: a directory */
int path_rmdir(struct inode *cwd,
               const char *path); /* -ENOTEMPTY, -EBUSY (the root), -EINVAL (".") */

/* As one step, for other threads and across a crash.  -EINVAL (a directory into itself, or "." or
 * ".." as a last part), -ENOTEMPTY, -EISDIR. */
int path_rename(struct inode *cwd, const char *from, const char *to);

/* The absolute path of a directory with its NUL: the bytes stored.  -ERANGE: more than size. */
int64_t path_of(struct inode *dir, char *buf, size_t size);

#endif
