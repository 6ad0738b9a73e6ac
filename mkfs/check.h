/* Checking a whole file system against abi/fs.h, with the log replayed but orphans still there. */
#ifndef MKFS_CHECK_H
#define MKFS_CHECK_H

#include <stdint.h>

struct check {
    uint32_t problems;
    uint32_t files, folders, others; /* inodes in use, without orphans */
    uint32_t orphans;                /* allocated, no name: the next mount frees them */
    uint32_t blocks;                 /* in use, of the data area */
};

/* After fs_attach().  problem() gets a line of text for each thing that is wrong. */
struct check check_all(void (*problem)(const char *text));

#endif
