/*
 * The shared pages of one inode, by their numbers in the file: a list of parts.  Inside fs/; the
 * rules are in fs/mapped.h, which adds parts and pages.
 *
 * Locks: [f] the mutex of fs/mapped.h; [i] inode.mutex, which each caller holds; [I] fixed.  None
 * of the functions sleeps.
 */
#ifndef FS_MAPPED_PAGES_H
#define FS_MAPPED_PAGES_H

#include "core/list.h"
#include <stdint.h>

struct inode;

/* Pages with numbers that follow each other; a page of memory itself. */
#define MAPPED_PART 507
struct mapped_part {
    struct list link;         /* [f] */
    struct inode *inode;      /* [I] */
    struct mapped_part *next; /* [i] of the same inode */
    uint64_t first;           /* [I] */
    void *pages[MAPPED_PART]; /* [i] NULL: none */
};

/* The page, or NULL; the part is the inode's first, or NULL: none. */
void *mapped_pages_find(const struct mapped_part *part, uint64_t index);

/* Zeroes the pages from that byte of the file on. */
void mapped_pages_zero(struct mapped_part *part, uint64_t from);

#endif
