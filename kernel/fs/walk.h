/*
 * Walking along a path; inside fs/.  The order of calls:
 *
 *     error = walk_begin(&w, cwd, path);    then w.dir and w.name say what the path means
 *     walk_end(&w);                         always, also after an error, with no mutex held
 *
 *     Example: walk_begin() of "/usr/lib//a.txt" ends with w.dir at /usr/lib and w.name at "a.txt".
 *     It does not check whether that file exists: the caller does.
 *
 * All may sleep.  Errors are those of fs/path.h.
 */
#ifndef FS_WALK_H
#define FS_WALK_H

#include "fs/directory.h"
#include "fs/name.h"

struct walk {
    struct inode *dir;   /* the directory reached so far; a reference */
    struct fs_name name; /* the next component of the path; "." if it is empty, as in "/" */
    struct place place;  /* of it, or where it could go, once walk_find() has looked */
    struct inode *inode; /* what it names, a reference; NULL: nothing, or not known yet */
    const char *rest;    /* the path after it */
    bool last;           /* it is the last component */
    bool slash;          /* ... and slashes follow: it must be a directory */
    char *text;          /* the path, once a symbolic link was expanded; to be freed */
    unsigned links;      /* symbolic links expanded so far */
};

/* Walks to the last component of the path. */
int walk_begin(struct walk *w, struct inode *cwd, const char *path);
void walk_end(struct walk *w);

/* walk_end() that passes w->inode, with its reference, to the caller, unless there was an error:
 * then *out stays.  Returns the error. */
int walk_end_at(struct walk *w, int error, struct inode **out);

/* Looks the component up: w->inode. */
int walk_step(struct walk *w);

/* Walks to the last component of the target of the symbolic link w->inode. */
int walk_follow(struct walk *w);

/* w->dir locked: looks the component up: w->place and w->inode.  -ENOENT also if the directory was
 * removed. */
int walk_find(struct walk *w);

#endif
