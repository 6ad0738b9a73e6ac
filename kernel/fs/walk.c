/*
 * Walking from a path to a directory and a name in it.
 *
 * A walk goes from directory to directory.  It holds a reference to the current one, and its mutex
 * only while it looks up one name.  Before it releases the mutex it takes a reference to the inode
 * that it found, so that this cannot be freed.  Directories that the cache of names knows are
 * passed without mutexes and references.  The walk stops before the last component of the path,
 * because the caller decides what happens to that.  A symbolic link on the way is expanded: its
 * target is put in front of the rest of the path.
 *
 *     Example: "/a/link/b", where link is a symbolic link to "../c".  The walk reaches /a, finds
 *     link, and goes on from /a with "../c/b".  If the target is "/c" it goes on from the root with
 *     "/c/b".
 */
#include "fs/walk.h"
#include "fs/contents.h"
#include "fs/name_cache.h"
#include "fs/super.h"
#include "mm/kmem.h"
#include <abi/errno.h>

#define KNOWN_MOST 64 /* directories passed with interrupts off */

void walk_end(struct walk *w)
{
    inode_put(w->dir);
    inode_put(w->inode);
    kmem_free(w->text);
}

int walk_end_at(struct walk *w, int error, struct inode **out)
{
    if (error == 0) {
        *out = w->inode;
        w->inode = NULL;
    }
    walk_end(w);
    return error;
}

/* Finds the next component; if the path has none left it is ".". */
static int next_component(struct walk *w)
{
    const char *at = w->rest;
    size_t length = 0;
    while (*at == '/')
        at++;
    w->name = (struct fs_name){.name = "."};
    for (; *at != '\0' && *at != '/'; at++) {
        if (length == NAME_MAX)
            return -ENAMETOOLONG;
        w->name.name[length++] = *at;
    }
    w->rest = at;
    while (*at == '/')
        at++;
    w->last = *at == '\0';
    w->slash = w->last && at > w->rest;
    return 0;
}

int walk_find(struct walk *w)
{
    const struct inode *dir = w->dir;
    if (dir->disk->nlink == 0)
        return -ENOENT;
    int error = directory_find(w->dir, &w->name, &w->place);
    if (error == 0)
        error = inode_get(w->place.ino, &w->inode);
    if (error == 0 && inode_kind(w->inode) == S_IFDIR &&
        (w->inode->disk->aux != dir->ino || w->inode == dir))
        error = super_corrupt("directory %u is in %u and says that it is in %u", w->place.ino,
                              dir->ino, w->inode->disk->aux);
    return error;
}

int walk_step(struct walk *w)
{
    struct inode *dir = w->dir;
    int error = 0;

    inode_lock(dir);
    if (!name_is_dots(&w->name)) {
        error = walk_find(w);
        if (error == 0 && inode_kind(w->inode) == S_IFDIR)
            name_cache_add(dir->ino, &w->name, w->place.ino);
    } else if (dir->disk->nlink == 0) {
        error = -ENOENT;
    } else if (w->name.name[1] == '\0') {
        w->inode = inode_hold(dir);
    } else {
        error = inode_get(dir->disk->aux, &w->inode);
    }
    inode_unlock(dir);
    return error;
}

/* Puts the target of the link w->inode in front of the rest of the path. */
static int expand_link(struct walk *w)
{
    size_t left = strlen(w->rest);
    if (++w->links > SYMLOOP_MAX)
        return -ELOOP;
    char *text = kmem_alloc(PATH_MAX);
    if (!text)
        return -ENOMEM;
    int64_t n = contents_readlink(w->inode, io_kernel(text), PATH_MAX);
    if (n >= 0 && n + left >= PATH_MAX)
        n = -ENAMETOOLONG;
    if (n < 0) {
        kmem_free(text);
        return n;
    }
    memcpy(text + n, w->rest, left + 1);
    kmem_free(w->text);
    w->text = text;
    w->rest = text;
    if (text[0] != '/')
        return 0;
    inode_put(w->dir);
    w->dir = NULL;
    return inode_root(&w->dir);
}

/* Enters the directory, or expands the link, that walk_step() found. */
static int enter(struct walk *w)
{
    int error = 0;
    if (inode_kind(w->inode) == S_IFLNK) {
        error = expand_link(w);
    } else if (inode_kind(w->inode) == S_IFDIR) {
        struct inode *from = w->dir;
        w->dir = w->inode;
        w->inode = from;
    } else {
        error = -ENOTDIR;
    }
    inode_put(w->inode);
    w->inode = NULL;
    return error;
}

/* Walks on through directories whose names are known, up to a component that is not or is the last
 * one.  No mutex is taken.  w does not change if a name was removed meanwhile. */
static int walk_known(struct walk *w)
{
    const char *rest = w->rest;
    ino_t at = w->dir->ino, next;
    unsigned n = 0;
    uint32_t removals = name_cache_begin();
    int error;
    while ((error = next_component(w)) == 0 && !w->last && n++ < KNOWN_MOST &&
           (next = name_cache_find(at, &w->name)) != 0)
        at = next;
    name_cache_end();
    if (at == w->dir->ino)
        return error;
    struct inode *dir;
    int moved = inode_get_known(at, removals, &dir);
    if (moved == 0) {
        inode_put(w->dir);
        w->dir = dir;
        return error;
    }
    w->rest = rest;
    return moved == -EAGAIN ? next_component(w) : moved;
}

/* Walks until the next component is the last one. */
static int walk_to_last(struct walk *w)
{
    for (;;) {
        int error = walk_known(w);
        if (error || w->last)
            return error;
        error = walk_step(w);
        if (error == 0)
            error = enter(w);
        if (error)
            return error;
    }
}

int walk_begin(struct walk *w, struct inode *cwd, const char *path)
{
    int error = 0;
    *w = (struct walk){.rest = path};
    if (*path == '\0')
        return -ENOENT;
    if (*path == '/')
        error = inode_root(&w->dir);
    else
        w->dir = inode_hold(cwd);
    return error ? error : walk_to_last(w);
}

int walk_follow(struct walk *w)
{
    int error = enter(w);
    return error ? error : walk_to_last(w);
}
