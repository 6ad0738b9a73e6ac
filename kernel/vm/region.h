/*
 * The regions of an address space: ranges of whole pages, each with one protection, none of which
 * overlap.  Everything about them is here, except the page tables.
 *
 * They are a tree.  Two regions side by side with equal protection are made one, so a program that
 * maps memory piece by piece has few; those with REGION_APART stay apart, as the code that made one
 * unmaps it as a whole.
 *
 * Each takes time logarithmic in the number of regions, for each region that it finds in its range.
 * None sleeps; functions that go through many regions give way in between; the caller has the lock
 * of the space.  A pointer to a region is valid until the tree is next changed, and so are its
 * neighbours.
 *
 * No more than REGIONS_MAX: a thread that goes through all of them holds the lock of the space, and
 * page faults wait for it.
 *
 * Errors: -ENOMEM, which leaves all regions as they were.  None where regions are unmapped as a
 * whole, from their start or to their end.
 */
#ifndef VM_REGION_H
#define VM_REGION_H

#include <stdint.h>

#define REGIONS_MAX 16384

/* Bits of prot: SPACE_SHARED, SPACE_SEALED and SPACE_FRESH, which region_protect() leaves; and
 * SPACE_FRESH, with which regions stay apart. */
#define REGION_KEPT  56u
#define REGION_APART 32u

struct region {
    struct region *child[2]; /* the regions below this one, and those above */
    uint64_t start, end;     /* whole pages; not empty */
    uint8_t height;          /* 1 without children */
    uint8_t prot;            /* SPACE_*; without any of SPACE_ACCESS nothing may touch it */
};

struct regions {
    struct region *root; /* NULL: there are none */
    uint32_t count;
};

struct region *region_above(struct region *tree,
                            uint64_t addr); /* the first that ends above addr */
struct region *region_below(struct region *tree, uint64_t addr); /* the last that starts below it */
struct region *region_at(struct region *tree, uint64_t addr);    /* each: or NULL */

/* Where nbytes are free in [low, high): the highest place; 0 if none.  No region is below low.
 * Looks at each region from high down to that place. */
uint64_t region_find_gap(struct region *tree, uint64_t low, uint64_t high, uint64_t nbytes);

/* A new region, replacing the regions there. */
int region_map(struct regions *tree, uint64_t start, uint64_t end, uint32_t prot);
int region_unmap(struct regions *tree, uint64_t start, uint64_t end);

/* Protects all that is mapped in [start, end). */
int region_protect(struct regions *tree, uint64_t start, uint64_t end, uint32_t prot);

int region_copy(struct region **copy, const struct region *tree); /* not NULL; -ENOMEM: *copy is a
                                                                    part */
void region_free(struct region *tree);

#endif
