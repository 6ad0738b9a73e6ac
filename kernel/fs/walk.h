/*
 * Walking along a path; inside fs/.  The order of calls:
 *
 *     error = walk_begin(&w, cwd, path);    then w.dir and w.name say what the path means
 *     walk_end(&w);                         always, also after an error
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
    const char *rest;    /* the path after it */
    bool last;           /* it is the last component */
    bool slash;          /* ... and slashes follow: it must be a directory */
    char *text;          /* the path, once a symbolic link was expanded; to be freed */
    unsigned links;      /* symbolic links expanded so far */
};

/* Walks to the last component of the path. */
int walk_begin(struct walk *w, struct inode *cwd, const char *path);
void walk_end(struct walk *w);

/* Looks the component up and takes a reference to the inode that it names. */
int walk_step(struct walk *w, struct inode **out);

/* Walks to the last component of the target of a symbolic link that walk_step() found.  Drops the
 * reference to the link. */
int walk_follow(struct walk *w, struct inode *link);

/* w->dir locked: directory_find() of the component; -ENOENT if the directory was removed. */
int walk_find(struct walk *w, struct place *place);

/* dir locked: takes a reference to the inode at the place; *out is NULL after an error. */
int walk_get(struct inode *dir, const struct place *place, struct inode **out);

#endif
