/*
 * Program files: static ELF executables for this machine.
 */
#ifndef PROC_IMAGE_H
#define PROC_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IMAGE_SEGMENTS_MAX 16

struct inode;
struct space;

/* The parts of a file and their addresses.  The segments are in the order of their addresses and
 * share no page. */
struct image {
    uint64_t entry;
    uint64_t end; /* the first page above the last segment */
    bool pg;      /* it has gcrt0's note (abi/gmon.h): it was linked with -pg */
    unsigned nsegments;
    struct segment {
        uint64_t addr, nbytes;      /* in memory */
        uint64_t offset, file_size; /* in the file; the rest of the segment is zeros */
        uint32_t prot;              /* SPACE_* */
    } segments[IMAGE_SEGMENTS_MAX];
};

/* Reads and checks the headers, which are in the first n bytes of a file of file_size bytes; `head`
 * is 8-byte aligned.  All segments must end at or below addr_end.  0 or -ENOEXEC.  Pure. */
int image_parse(struct image *image, const void *head, size_t n, uint64_t file_size,
                uint64_t addr_end);

/* Maps the segments into an empty space and fills them.  0, -ENOMEM, -EIO, or -ENOEXEC: the file
 * has become shorter.  May sleep. */
int image_load(const struct image *image, struct inode *inode, struct space *space);

#endif
