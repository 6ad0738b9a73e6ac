/*
 * Operations on path names, except those that change the shape of the tree of directories
 * (fs/tree.h).  A path is a NUL-terminated string in kernel memory, shorter than PATH_MAX; if it
 * does not begin with '/' it is relative to the directory cwd, to which the caller holds a
 * reference.
 *
 * All may sleep, and hold no lock when they return.  Errors besides those in fs/fs.h: -ENOENT (also
 * for "" and for anything in a directory that was removed), -ENOTDIR, -ENAMETOOLONG, -ELOOP.
 *
 * Functions that create a name: -EEXIST, -ENOSPC; the path may end in '/' only for a directory.
 */
#ifndef FS_PATH_H
#define FS_PATH_H

#include "fs/inode.h"

/* Takes a reference to the inode that the path names.  follow: if the last component is a symbolic
 * link, to the inode that it leads to.  *out is NULL after an error. */
int path_lookup(struct inode *cwd, const char *path, bool follow, struct inode **out);

/*
 * open(2) without the file descriptor: obeys O_CREAT (with mode & 0777), O_EXCL, O_TRUNC,
 * O_DIRECTORY, O_NOFOLLOW and the access mode.  -EEXIST, -EISDIR (a directory, for writing),
 * -EINVAL (O_CREAT with O_DIRECTORY, or O_TRUNC without write access).
 */
int path_open(struct inode *cwd, const char *path, int flags, mode_t mode, struct inode **out);

int path_mkdir(struct inode *cwd, const char *path, mode_t mode);
int path_symlink(struct inode *cwd, const char *target, const char *path);

/* kind: S_IFIFO, with device 0, or S_IFCHR. */
int path_mknod(struct inode *cwd, const char *path, mode_t kind, mode_t mode, dev_t device);

/* Another name for the file.  -EPERM: a directory. */
int path_link(struct inode *inode, struct inode *cwd, const char *to);

int path_unlink(struct inode *cwd, const char *path); /* -EISDIR: a directory */

/* The last component of a path, with the slashes that follow it. */
const char *path_base_name(const char *path);

#endif
