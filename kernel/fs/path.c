/*
 * The operations that look up, create and remove names, except those that change the shape of the
 * tree of directories (tree.c).
 *
 * Each locks the directory and looks up the name.  It locks the named inode if that changes too,
 * checks everything, and only then begins an operation of the log.  An error after that (the disk
 * is full, or broken) is undone in the same operation.  References are dropped after the operation,
 * because dropping the last one may have to free a file, in further operations.
 */
#include "fs/path.h"
#include "fs/block_map.h"
#include "fs/contents.h"
#include "fs/log.h"
#include "fs/walk.h"
#include <abi/errno.h>
#include <abi/fcntl.h>

/* ---- finding ---- */

int path_lookup(struct inode *cwd, const char *path, bool follow, struct inode **out)
{
    *out = NULL;
    struct walk w;
    int error = walk_begin(&w, cwd, path);
    while (error == 0) {
        error = walk_step(&w);
        if (error || inode_kind(w.inode) != S_IFLNK || !(follow || w.slash))
            break;
        error = walk_follow(&w);
    }
    if (error == 0 && w.slash && inode_kind(w.inode) != S_IFDIR)
        error = -ENOTDIR;
    return walk_end_at(&w, error, out);
}

/* ---- creating ---- */

/* In operation: writes the target of a symbolic link. */
static int write_link(struct inode *link, const char *target)
{
    struct buffer *b;
    int error = block_map_write(link, 0, false, &b);
    if (error < 0)
        return error;
    link->disk->size = strlen(target);
    memcpy(b->data, target, link->disk->size);
    cache_put(b);
    return 0;
}

/* Directory locked: creates w->inode and adds its name.  aux: the number, for a device.  After
 * an error walk_end() puts the inode: its number may be another's by now, and putting it locks. */
static int create_at(struct walk *w, mode_t mode, uint32_t aux, const char *target)
{
    int error = log_begin();
    if (error)
        return error;
    error = inode_create(mode, S_ISDIR(mode) ? w->dir->ino : aux, &w->inode);
    if (error == 0) {
        if (target)
            error = write_link(w->inode, target);
        if (error == 0)
            error = directory_add(w->dir, &w->place, &w->name, w->inode->ino);
        if (error)
            inode_undo_create(w->inode);
    }
    log_end();
    return error;
}

/* Looks up the last component, or creates it. */
static int find_or_create(struct walk *w, bool may_exist, mode_t mode, uint32_t aux,
                          const char *target)
{
    inode_lock(w->dir);
    int error = walk_find(w);
    if (error == 0)
        error = may_exist ? 0 : -EEXIST;
    else if (error == -ENOENT && w->dir->disk->nlink > 0 && (!w->slash || S_ISDIR(mode)))
        error = create_at(w, mode, aux, target);
    inode_unlock(w->dir);
    return error;
}

static int create(struct inode *cwd, const char *path, mode_t mode, uint32_t aux,
                  const char *target)
{
    struct walk w;
    int error = walk_begin(&w, cwd, path);
    if (error == 0)
        error = name_is_dots(&w.name) ? -EEXIST : find_or_create(&w, false, mode, aux, target);
    walk_end(&w);
    return error;
}

int path_mkdir(struct inode *cwd, const char *path, mode_t mode)
{
    return create(cwd, path, S_IFDIR | (mode & 0777), 0, NULL);
}

int path_mknod(struct inode *cwd, const char *path, mode_t kind, mode_t mode, dev_t device)
{
    return create(cwd, path, kind | (mode & 0777), device, NULL);
}

int path_symlink(struct inode *cwd, const char *target, const char *path)
{
    if (*target == '\0')
        return -ENOENT;
    if (strlen(target) >= PATH_MAX)
        return -ENAMETOOLONG;
    return create(cwd, path, S_IFLNK | 0777, 0, target);
}

/* Directory and inode locked: adds another name for the inode. */
static int link_at(struct walk *w, struct inode *inode)
{
    if (inode->disk->nlink == UINT32_MAX)
        return -EMLINK;
    int error = log_begin();
    if (error)
        return error;
    error = directory_add(w->dir, &w->place, &w->name, inode->ino);
    if (error == 0) {
        inode->disk->nlink++;
        inode_changed(inode, false);
    }
    log_end();
    return error;
}

int path_link(struct inode *inode, struct inode *cwd, const char *to)
{
    struct walk w;
    int error = walk_begin(&w, cwd, to);
    if (error == 0)
        error = inode_kind(inode) == S_IFDIR ? -EPERM : name_is_dots(&w.name) ? -EEXIST : 0;
    if (error == 0) {
        inode_lock(w.dir);
        inode_lock(inode);
        error = walk_find(&w);
        if (error == 0)
            error = -EEXIST;
        else if (error == -ENOENT && !w.slash && inode->disk->nlink > 0 && w.dir->disk->nlink > 0)
            error = link_at(&w, inode);
        inode_unlock(inode);
        inode_unlock(w.dir);
    }
    walk_end(&w);
    return error;
}

/* ---- opening ---- */

/* 0 if what was found may be opened with these flags, or an error. */
static int check_open(const struct walk *w, int flags)
{
    bool writing = (flags & O_ACCMODE) != O_RDONLY;
    switch (inode_kind(w->inode)) {
    case S_IFDIR:
        if ((flags & O_CREAT) && (flags & O_EXCL))
            return -EEXIST; /* "." or ".."; names are refused before */
        return writing || (flags & (O_CREAT | O_TRUNC)) ? -EISDIR : 0;
    case S_IFLNK:
        return -ELOOP; /* O_NOFOLLOW */
    }
    return w->slash || (flags & O_DIRECTORY) ? -ENOTDIR : 0;
}

int path_open(struct inode *cwd, const char *path, int flags, mode_t mode, struct inode **out)
{
    if ((flags & O_CREAT) && (flags & O_DIRECTORY))
        return -EINVAL;
    if ((flags & O_TRUNC) && (flags & O_ACCMODE) == O_RDONLY)
        return -EINVAL;
    struct walk w;
    int error = walk_begin(&w, cwd, path);
    while (error == 0) {
        if ((flags & O_CREAT) && !name_is_dots(&w.name))
            error = find_or_create(&w, !(flags & O_EXCL), S_IFREG | (mode & 0777), 0, NULL);
        else
            error = walk_step(&w);
        if (error || inode_kind(w.inode) != S_IFLNK || ((flags & O_NOFOLLOW) && !w.slash))
            break;
        error = walk_follow(&w);
    }
    if (error == 0)
        error = check_open(&w, flags);
    if (error == 0 && (flags & O_TRUNC) && inode_kind(w.inode) == S_IFREG)
        error = contents_truncate(w.inode, 0);
    return walk_end_at(&w, error, out);
}

/* ---- removing ---- */

int path_unlink(struct inode *cwd, const char *path)
{
    struct walk w;
    int error = walk_begin(&w, cwd, path);
    if (error == 0 && name_is_dots(&w.name))
        error = -EISDIR;
    if (error == 0) {
        inode_lock(w.dir);
        error = walk_find(&w);
        if (error == 0 && inode_kind(w.inode) == S_IFDIR)
            error = -EISDIR;
        if (error == 0 && w.slash)
            error = -ENOTDIR;
        if (error == 0) {
            inode_lock(w.inode);
            error = directory_unlink(w.dir, &w.place, w.inode);
            inode_unlock(w.inode);
        }
        inode_unlock(w.dir);
    }
    walk_end(&w);
    return error;
}

/* ---- names ---- */

const char *path_base_name(const char *path)
{
    const char *base = path;
    for (const char *p = path; *p; p++)
        if (p[0] == '/' && p[1] != '\0')
            base = p + 1;
    return base;
}
