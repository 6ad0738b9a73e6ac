/*
 * Regions; the contract is in vm/region.h.
 *
 * The tree is an AVL tree: the heights of a region's two children differ by one at most, so n
 * regions are less than 1.45 log2(n) levels deep, whatever a program does: 10 000, 19 at most.
 *
 * A list would be shorter, but rows of `make bench` have 16 000 regions: fault-16000, munmap-16000.
 *
 * Left out: a reserve of memory, with which munmap in the middle of a region could not fail.
 *
 * Source: Adelson-Velsky and Landis, An algorithm for the organization of information, 1962; Knuth,
 * The Art of Computer Programming 3, 6.2.3.
 */
#include "vm/region.h"
#include "mm/kmem.h"
#include "sched/sched.h"
#include <abi/errno.h>
#include <stddef.h>

#define LEVELS 24 /* deeper than a tree of REGIONS_MAX: 1.45 times 14 */

/* ---- the tree ---- */

static int height(const struct region *t)
{
    return t ? t->height : 0;
}

/* Computes the height from the children's.  Returns whether it has changed. */
static bool measure(struct region *t)
{
    int below = height(t->child[0]), above = height(t->child[1]), before = t->height;
    t->height = 1 + (below > above ? below : above);
    return t->height != before;
}

/* Puts t's child on that side in t's place, and t below it. */
static struct region *rotate(struct region *t, int side)
{
    struct region *up = t->child[side];
    t->child[side] = up->child[!side];
    up->child[!side] = t;
    measure(t);
    measure(up);
    return up;
}

/* t's child on that side is higher by two: what is then in t's place. */
static struct region *balance(struct region *t, int side)
{
    struct region *child = t->child[side];
    if (height(child->child[!side]) > height(child->child[side]))
        t->child[side] = rotate(child, !side);
    return rotate(t, side);
}

/* After a change at or below the last of a path's n links. */
static void mend(struct region **path[], unsigned n)
{
    bool differs = true;
    while (n > 0 && differs) {
        struct region **link = path[--n];
        int lean = height((*link)->child[1]) - height((*link)->child[0]);
        if (lean < -1 || lean > 1)
            *link = balance(*link, lean > 0);
        else
            differs = measure(*link);
    }
}

/* The links from the root to r, that to r or for it last; returns how many come before that.  On
 * the way are the neighbours of a new region: *near[0] above it, *near[1] below it. */
static unsigned path_to(struct regions *tree, const struct region *r, struct region **path[],
                        struct region *near[2])
{
    unsigned n = 0;
    near[0] = near[1] = NULL;
    for (path[0] = &tree->root; *path[n] && *path[n] != r; n++) {
        int side = r->end >= (*path[n])->end;
        near[side] = *path[n];
        path[n + 1] = &near[side]->child[side];
    }
    return n;
}

/* Its addresses are free.  Finds its neighbours, as path_to(). */
static void insert(struct regions *tree, struct region *new, struct region *near[2])
{
    struct region **path[LEVELS];
    unsigned n = path_to(tree, new, path, near);
    new->child[0] = new->child[1] = NULL;
    new->height = 1;
    *path[n] = new;
    mend(path, n);
}

/* Memory for one more, which counts at once; NULL: there is none, or the tree is full. */
static struct region *one_more(struct regions *tree)
{
    struct region *new = tree->count < REGIONS_MAX ? kmem_alloc(sizeof(*new)) : NULL;
    tree->count += new != NULL;
    return new;
}

static void one_less(struct regions *tree, struct region *r)
{
    tree->count--;
    kmem_free(r);
}

static void remove(struct regions *tree, struct region *r)
{
    struct region **path[LEVELS], **link, *near[2];
    unsigned n = path_to(tree, r, path, near);
    if (r->child[1]) { /* the next, which has no child below it, takes its place */
        for (link = &r->child[1]; *link; link = &(*link)->child[0])
            path[++n] = link;
        struct region *next = *path[n];
        r->start = next->start;
        r->end = next->end;
        r->prot = next->prot;
        r = next;
    }
    *path[n] = r->child[r->child[1] != NULL];
    one_less(tree, r);
    mend(path, n);
}

/* ---- finding ---- */

struct region *region_above(struct region *tree, uint64_t addr)
{
    struct region *found = NULL;
    for (struct region *t = tree; t; t = t->child[t->end <= addr])
        if (t->end > addr)
            found = t;
    return found;
}

struct region *region_below(struct region *tree, uint64_t addr)
{
    struct region *found = NULL;
    for (struct region *t = tree; t; t = t->child[t->start < addr])
        if (t->start < addr)
            found = t;
    return found;
}

struct region *region_at(struct region *tree, uint64_t addr)
{
    struct region *t = tree;
    while (t && (addr < t->start || addr >= t->end))
        t = t->child[addr >= t->end];
    return t;
}

uint64_t region_find_gap(struct region *tree, uint64_t low, uint64_t high, uint64_t nbytes)
{
    const struct region *r;
    while ((r = region_below(tree, high)) && high < r->end + nbytes) {
        high = r->start;
        sched_yield_if_due();
    }
    return high >= low + nbytes ? high - nbytes : 0;
}

/* ---- changing ---- */

/* Takes [from, to) out of r, which begins before it and ends after it; nothing if from is to, and r
 * is two regions then. */
static int cut(struct regions *tree, struct region *r, uint64_t from, uint64_t to)
{
    struct region *rest = one_more(tree), *near[2];
    if (!rest)
        return -ENOMEM;
    *rest = *r;
    rest->start = to;
    r->end = from;
    insert(tree, rest, near);
    return 0;
}

/* So that a region begins at addr, if any is there. */
static int divide(struct regions *tree, uint64_t addr)
{
    struct region *r = region_at(tree->root, addr);
    return r && r->start < addr ? cut(tree, r, addr, addr) : 0;
}

/* Makes r and the one before it one, if they are equal and nothing is between; what r is part of.
 */
static struct region *join(struct regions *tree, struct region *before, struct region *r)
{
    if (!before || before->end != r->start || before->prot != r->prot || r->prot & REGION_APART)
        return r;
    uint64_t end = r->end;
    remove(tree, r);
    before->end = end;
    return before;
}

int region_unmap(struct regions *tree, uint64_t start, uint64_t end)
{
    struct region *r;
    while ((r = region_above(tree->root, start)) && r->start < end) {
        if (r->start < start && r->end > end)
            return cut(tree, r, start, end);
        if (r->start >= start && r->end <= end) {
            remove(tree, r);
            sched_yield_if_due();
            continue;
        }
        if (r->start < start)
            r->end = start;
        else
            r->start = end;
    }
    return 0;
}

int region_map(struct regions *tree, uint64_t start, uint64_t end, uint32_t prot)
{
    struct region *new = one_more(tree), *near[2];
    if (!new)
        return -ENOMEM;
    int error = region_unmap(tree, start, end);
    if (error) {
        one_less(tree, new);
        return error;
    }
    *new = (struct region){.start = start, .end = end, .prot = prot};
    insert(tree, new, near);
    if (near[0])
        join(tree, new, near[0]);
    join(tree, near[1], new);
    return 0;
}

int region_protect(struct regions *tree, uint64_t start, uint64_t end, uint32_t prot)
{
    int error = divide(tree, start);
    if (!error)
        error = divide(tree, end);
    struct region *before = region_below(tree->root, start), *r;
    for (r = region_above(tree->root, start); r && r->start <= end;
         r = region_above(tree->root, before->end)) {
        if (!error && r->start < end)
            r->prot = prot | (r->prot & REGION_KEPT);
        before = join(tree, before, r); /* even after an error: undoes a division */
        sched_yield_if_due();
    }
    return error;
}

int region_copy(struct region **copy, const struct region *tree)
{
    struct region *new = kmem_alloc(sizeof(*new));
    *copy = new;
    if (!new)
        return -ENOMEM;
    *new = *tree;
    new->child[0] = new->child[1] = NULL;
    sched_yield_if_due();
    for (int side = 0; side < 2; side++)
        if (tree->child[side] && region_copy(&new->child[side], tree->child[side]) < 0)
            return -ENOMEM;
    return 0;
}

void region_free(struct region *tree)
{
    if (!tree)
        return;
    region_free(tree->child[0]);
    region_free(tree->child[1]);
    kmem_free(tree);
    sched_yield_if_due();
}
