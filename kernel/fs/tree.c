/*
 * The operations that change which directory is inside which, rmdir and rename, and tree_path(),
 * which must not run while they do.
 *
 * rename_lock serialises them.  While it is held, a directory's parent (aux), and whether the
 * directory was removed, can be read without the directory's mutex.
 *
 * Lock order.  A directory is locked before what is in it.  rename locks two directories: if one is
 * inside the other, the outer one first; otherwise in any order, which cannot deadlock, because
 * only rename locks two such directories and rename_lock lets only one rename run.  The inodes that
 * are moved and replaced are locked last.
 *
 *     Example: rename("/a/b/x", "/a/y") locks /a, then /a/b, then x, and last y if it exists.
 *
 * One case would break the order: replacing a directory that contains the one that the source is
 * in.  But that directory is not empty, so the rename is refused before it locks.
 */
#include "fs/tree.h"
#include "debug/locks.h"
#include "fs/log.h"
#include "fs/name_cache.h"
#include "fs/super.h"
#include "fs/walk.h"
#include "mm/kmem.h"
#include "sched/sched.h"
#include <abi/errno.h>

static struct mutex rename_lock;

/* The order of two inodes' locks, as far as it can be seen without locks: a directory's parent is
 * fixed while the parent is locked, or no other thread renames. */
static bool may_nest(const void *held, const void *taken)
{
    const struct inode *outer = list_entry(held, struct inode, mutex);
    const struct inode *inner = list_entry(taken, struct inode, mutex);
    bool outer_is_dir = inode_kind(outer) == S_IFDIR, inner_is_dir = inode_kind(inner) == S_IFDIR;
    if (mutex_held(&rename_lock))
        return (outer_is_dir || !inner_is_dir) && !(outer_is_dir && outer->disk->aux == inner->ino);
    return outer_is_dir && (!inner_is_dir || inner->disk->aux == outer->ino);
}

void tree_init(void)
{
    mutex_init(&rename_lock, "rename");
    debug_nests(DEBUG_MUTEX, "inode", may_nest);
}

/* 1 if `dir` is the directory `top` or is inside it at any depth, else 0; or an error. */
static int is_below(struct inode *dir, ino_t top)
{
    struct inode *at = inode_hold(dir);
    int result = at->ino == top;
    for (unsigned depth = 0; result == 0 && at->ino != FS_ROOT_INO; depth++) {
        sched_yield_if_due();
        struct inode *parent;
        result = inode_get(at->disk->aux, &parent);
        if (result)
            break;
        inode_put(at);
        at = parent;
        result = at->ino == top;
        if (result == 0 && depth == super_geometry()->ninodes)
            result = super_corrupt("the parents of directory %u form a cycle", dir->ino);
    }
    inode_put(at);
    return result;
}

/* ---- rmdir ---- */

/* Parent locked. */
static int remove_directory(struct walk *w)
{
    if (inode_kind(w->inode) != S_IFDIR)
        return -ENOTDIR;
    name_cache_forget(w->dir->ino, &w->name);
    inode_lock(w->inode);
    int error = directory_check_empty(w->inode);
    if (error == 0)
        error = directory_unlink(w->dir, &w->place, w->inode);
    inode_unlock(w->inode);
    return error;
}

int tree_rmdir(struct inode *cwd, const char *path)
{
    struct walk w;
    int error = walk_begin(&w, cwd, path);
    if (error == 0 && name_is_dots(&w.name))
        error = w.name.name[1] == '.'                          ? -ENOTEMPTY
                : *w.rest == '\0' && w.dir->ino == FS_ROOT_INO ? -EBUSY
                                                               : -EINVAL;
    if (error == 0) {
        mutex_lock(&rename_lock);
        inode_lock(w.dir);
        error = walk_find(&w);
        if (error == 0)
            error = remove_directory(&w);
        inode_unlock(w.dir);
        mutex_unlock(&rename_lock);
    }
    walk_end(&w);
    return error;
}

/* ---- rename ---- */

/* Directories locked: 0 if the rename is permitted, or an error.  Does not check that a directory
 * to be replaced is empty. */
static int check_rename(struct walk *from, struct walk *to)
{
    bool moves_dir = inode_kind(from->inode) == S_IFDIR;
    int result = 0;

    if (!moves_dir && (from->slash || to->slash))
        return -ENOTDIR;
    if (moves_dir && (result = is_below(to->dir, from->inode->ino)) != 0)
        return result < 0 ? result : -EINVAL;
    if (!to->inode)
        return 0;
    if (inode_kind(to->inode) != S_IFDIR)
        return moves_dir ? -ENOTDIR : 0;
    if (!moves_dir)
        return -EISDIR;
    result = is_below(from->dir, to->inode->ino);
    return result > 0 ? -ENOTEMPTY : result;
}

/* Everything locked, in operation.  The old name is held first, so that an error leaves both names
 * as they are. */
static int move(struct walk *from, struct walk *to)
{
    struct inode *moved = from->inode, *old = to->inode;
    struct buffer *entry;
    int error = directory_hold(from->dir, &from->place, &entry);
    if (error)
        return error;
    error = old ? directory_set(to->dir, &to->place, moved->ino)
                : directory_add(to->dir, &to->place, &to->name, moved->ino);
    if (error == 0)
        directory_change(from->dir, &from->place, entry, 0);
    cache_put(entry);
    if (error)
        return error;
    if (inode_kind(moved) == S_IFDIR) {
        name_cache_forget(from->dir->ino, &from->name);
        name_cache_forget(to->dir->ino, &to->name);
        moved->disk->aux = to->dir->ino;
        inode_changed(moved, false);
    }
    if (old)
        inode_unlinked(old);
    return 0;
}

/* Directories locked. */
static int rename_locked(struct walk *from, struct walk *to)
{
    int error = walk_find(from);
    if (error)
        return error;
    error = walk_find(to);
    if (error && error != -ENOENT)
        return error;
    error = check_rename(from, to);
    if (error)
        return error;
    if (from->inode == to->inode)
        return 0; /* two names of one file: POSIX keeps both */
    inode_lock(from->inode);
    if (to->inode)
        inode_lock(to->inode);
    if (to->inode && inode_kind(to->inode) == S_IFDIR)
        error = directory_check_empty(to->inode);
    if (error == 0)
        error = log_begin();
    if (error == 0) {
        error = move(from, to);
        log_end();
    }
    if (to->inode)
        inode_unlock(to->inode);
    inode_unlock(from->inode);
    return error;
}

static int lock_and_rename(struct walk *from, struct walk *to)
{
    struct inode *first = from->dir, *second = to->dir;
    if (first->disk->nlink == 0 || second->disk->nlink == 0)
        return -ENOENT;
    int result = first == second ? 0 : is_below(first, second->ino);
    if (result < 0)
        return result;
    if (result > 0) {
        first = to->dir;
        second = from->dir;
    }
    inode_lock(first);
    if (first != second)
        inode_lock(second);
    result = rename_locked(from, to);
    if (first != second)
        inode_unlock(second);
    inode_unlock(first);
    return result;
}

static int begin(struct walk *side, struct inode *cwd, const char *path)
{
    int error = walk_begin(side, cwd, path);
    return error == 0 && name_is_dots(&side->name) ? -EINVAL : error;
}

int tree_rename(struct inode *from_dir, const char *from_path, struct inode *to_dir,
                const char *to_path)
{
    struct walk from, to = {0};
    int error = begin(&from, from_dir, from_path);
    if (error == 0)
        error = begin(&to, to_dir, to_path);
    if (error == 0) {
        mutex_lock(&rename_lock);
        error = lock_and_rename(&from, &to);
        mutex_unlock(&rename_lock);
    }
    walk_end(&from);
    walk_end(&to);
    return error;
}

/* ---- from a directory to its path ---- */

/* Looks the directory's name up in its parent, for the cache: its length, or an error. */
static int read_name(ino_t ino, ino_t *up, struct fs_name *name)
{
    struct inode *dir, *parent;
    int result = inode_get(ino, &dir);
    if (result)
        return result;
    result = inode_get(dir->disk->aux, &parent);
    inode_put(dir);
    if (result)
        return result;
    inode_lock(parent);
    result = directory_name_of(parent, ino, name);
    if (result > 0)
        name_cache_add(parent->ino, name, ino);
    inode_unlock(parent);
    *up = parent->ino;
    inode_put(parent);
    return result;
}

/* Puts "/" and the name of directory *ino before text[*start], and replaces *ino by its parent. */
static int prepend_name(ino_t *ino, char *text, size_t *start)
{
    struct fs_name name;
    ino_t parent;
    int length = name_cache_name_of(*ino, &parent, &name);
    if (length == 0)
        length = read_name(*ino, &parent, &name);
    if (length < 0)
        return length;
    if ((size_t)length + 1 > *start)
        return -ERANGE;
    *ino = parent;
    *start -= length + 1;
    text[*start] = '/';
    memcpy(text + *start + 1, name.name, length);
    return 0;
}

int64_t tree_path(struct inode *dir, char *buf, size_t size)
{
    char *text = kmem_alloc(PATH_MAX);
    size_t start = PATH_MAX - 1;
    int64_t result = 0;

    if (!text)
        return -ENOMEM;
    text[start] = '\0';
    mutex_lock(&rename_lock);
    ino_t ino = dir->ino;
    if (dir->disk->nlink == 0)
        result = -ENOENT;
    else if (ino == FS_ROOT_INO)
        text[--start] = '/';
    while (result == 0 && ino != FS_ROOT_INO)
        result = prepend_name(&ino, text, &start);
    mutex_unlock(&rename_lock);
    if (result == 0 && PATH_MAX - start > size)
        result = -ERANGE;
    if (result == 0) {
        result = PATH_MAX - start;
        memcpy(buf, text + start, result);
    }
    kmem_free(text);
    return result;
}
