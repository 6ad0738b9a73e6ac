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
    kmem_free(w->text);
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

int walk_find(struct walk *w, struct place *place)
{
    if (w->dir->disk->nlink == 0)
        return -ENOENT;
    return directory_find(w->dir, &w->name, place);
}

int walk_get(struct inode *dir, const struct place *place, struct inode **out)
{
    int error = inode_get(place->ino, out);
    if (error == 0 && inode_kind(*out) == S_IFDIR &&
        ((*out)->disk->aux != dir->ino || *out == dir)) {
        error = super_corrupt("directory %u is in %u and says that it is in %u", place->ino,
                              dir->ino, (*out)->disk->aux);
        inode_put(*out);
        *out = NULL;
    }
    return error;
}

int walk_step(struct walk *w, struct inode **out)
{
    struct inode *dir = w->dir;
    int error = 0;

    inode_lock(dir);
    struct place place;
    if (!name_is_dots(&w->name)) {
        error = walk_find(w, &place);
        if (error == 0)
            error = walk_get(dir, &place, out);
        if (error == 0 && inode_kind(*out) == S_IFDIR)
            name_cache_add(dir->ino, &w->name, place.ino);
    } else if (dir->disk->nlink == 0) {
        error = -ENOENT;
    } else if (w->name.name[1] == '\0') {
        *out = inode_hold(dir);
    } else {
        error = inode_get(dir->disk->aux, out);
    }
    inode_unlock(dir);
    return error;
}

/* Puts the target of the link in front of the rest of the path. */
static int expand_link(struct walk *w, struct inode *link)
{
    size_t left = strlen(w->rest);
    if (++w->links > SYMLOOP_MAX)
        return -ELOOP;
    char *text = kmem_alloc(PATH_MAX);
    if (!text)
        return -ENOMEM;
    int64_t n = contents_readlink(link, io_kernel(text), PATH_MAX);
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

/* Enters the directory, or expands the link, that walk_step() found; drops the reference to a
 * link. */
static int enter(struct walk *w, struct inode *inode)
{
    int error = 0;
    if (inode_kind(inode) == S_IFLNK) {
        error = expand_link(w, inode);
    } else if (inode_kind(inode) == S_IFDIR) {
        struct inode *from = w->dir;
        w->dir = inode;
        inode = from;
    } else {
        error = -ENOTDIR;
    }
    inode_put(inode);
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
        struct inode *inode;
        error = walk_step(w, &inode);
        if (error == 0)
            error = enter(w, inode);
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

int walk_follow(struct walk *w, struct inode *link)
{
    int error = enter(w, link);
    return error ? error : walk_to_last(w);
}
