/*
 * Walking along a path; inside fs/.  The order of calls:
 *
 *     r = walk_begin(&w, cwd, path);    then w.dir and w.name say what the path means
 *     walk_end(&w);                     always
 *
 * All may sleep.  Errors are those of fs/path.h.
 */
#ifndef FS_WALK_H
#define FS_WALK_H

#include "fs/directory.h"
#include "fs/path.h"

struct walk {
    struct inode *dir; /* where it is: one use */
    const char *name;  /* the part of the path that is next, inside the text */
    size_t length;
    const char *rest; /* the path behind it */
    bool last;        /* it is the last part */
    bool slash;       /* ... and slashes follow: it must be a directory */
    char *text;       /* where the path stands once a link was met */
    unsigned links;   /* met so far */
};

/* Goes to the last part of the path. */
int walk_begin(struct walk *w, struct inode *cwd, const char *path);
void walk_end(struct walk *w);

/* The part is "." or "..", or there is none, as in "/": then the name is ".". */
bool walk_is_dots(const struct walk *w);

/* Looks the part up: one use of what it names. */
int walk_step(struct walk *w, struct inode **out);

/* Goes on to the last part of what a link says, which walk_step() found; uses the link up. */
int walk_follow(struct walk *w, struct inode *link);

/* With w->dir locked: directory_find() of the part, -ENOENT if the directory was removed. */
int walk_find(struct walk *w, struct place *place);

/* With dir locked: what is at the place, one more use; NULL after an error. */
int walk_get(struct inode *dir, const struct place *place, struct inode **out);

/* With dir locked: takes away the name at the place, which is the inode's.  In path.c. */
int path_remove_at(struct inode *dir, const struct place *place, struct inode *inode);

#endif
