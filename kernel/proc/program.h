/*
 * Programs: what is known of the file that a process runs, after exec has loaded it.
 *
 * Fork's child shares its parent's.  A program does not change: whoever has a reference may read it
 * without a lock.
 */
#ifndef PROC_PROGRAM_H
#define PROC_PROGRAM_H

#include <stdint.h>

struct image;
struct inode;

struct program {
    uint32_t users;                /* [atomic] references */
    uint64_t text_start, text_end; /* the segment that contains the entry point */
    uint64_t ino, mtime_ns;        /* identify the file as it was loaded */
    char path[];                   /* absolute; as exec was given it if that is too long */
};

/* The last component of a path, with the slashes that follow it. */
const char *program_base_name(const char *path);

/* The path, of that file, may be relative to the directory cwd.  NULL when memory is out.  May
 * sleep. */
struct program *program_create(struct inode *cwd, const char *path, struct inode *file,
                               const struct image *image);

/* Take a reference, drop one; NULL is allowed.  Neither sleeps. */
struct program *program_hold(struct program *program);
void program_put(struct program *program);

#endif
