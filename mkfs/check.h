/* Checks a whole file system against abi/fs.h, after the log was replayed and before orphans are
 * freed. */
#ifndef MKFS_CHECK_H
#define MKFS_CHECK_H

#include <stdint.h>

struct check {
    uint32_t problems;
    uint32_t files, folders, others; /* inodes in use, without orphans */
    uint32_t orphans;                /* allocated, no name: the next mount frees them */
    uint32_t blocks;                 /* in use, of the data area */
};

/* After fs_attach().  Calls problem() with a line of text for each error found. */
struct check check_all(void (*report)(const char *text));

#endif
