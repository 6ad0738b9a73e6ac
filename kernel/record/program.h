/* Programs: what is known of the file that a process runs, after exec has loaded it. */
#ifndef RECORD_PROGRAM_H
#define RECORD_PROGRAM_H

#include <abi/limits.h>
#include <stdint.h>

struct image;
struct inode;

struct program {
    uint64_t text_start, text_end; /* the segment that contains the entry point */
    uint64_t ino, mtime_ns;        /* identify the file as it was loaded */
    char path[PATH_MAX];           /* absolute; as exec was given it if that is too long, or its
                                      directory has none any more; zeros follow */
};

/* The path, of that file, may be relative to the directory cwd.  May sleep. */
void program_set(struct program *program, struct inode *cwd, const char *path, struct inode *file,
                 const struct image *image);

#endif
