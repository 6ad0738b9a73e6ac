/*
 * Memory from the heap.
 *
 * The heap is one run of blocks without gaps.  Each block begins with a header that holds its own
 * size and the size of the block before it, so from any block both neighbours are one addition
 * away.  A freed block is merged with free neighbours at once: two free blocks never touch.
 *
 *     | header | bytes ... | header | bytes ... | ... | header of the end |
 *
 * Free blocks are on lists by size: one list for each multiple of 16 below 1 KiB, then four for
 * each power of two.  A bit map records which lists have blocks, so the next larger block is
 * found in a few words.  A block that is too large is split, and the rest is free again.
 *
 * The heap grows by brk, and shrinks when much is free at its end.  From MAP_BYTES on a block has
 * its own mapping, which goes back to the system when it is freed.  It is followed by the header of
 * an end, as the heap's last block is, and it is on a list.  So has a small block when the heap
 * cannot grow; it costs a page.
 *
 * A header also carries a mark: used, free, mapped, or end.  free and realloc check everything.  If
 * a mark is not "used", or a neighbour's sizes do not match, the program freed a block twice, freed
 * a pointer that is not a block, or wrote outside a block.  They report which on standard error and
 * abort, since going on would corrupt other data.  Outside the heap they accept only the blocks on
 * the lists: the memory before another pointer may be the program's own data, or be gone with a
 * block that was freed already.
 *
 * Left out: lists for each thread (one lock guards the heap) and slabs for the smallest sizes (a
 * header of 16 bytes is the price of the checks).
 */
#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../thread.h"

#define UNIT       16u /* sizes and addresses of blocks are multiples */
#define MAP_BYTES  (256u << 10)
#define GROW_BYTES (64u << 10)  /* the heap grows by multiples of this */
#define KEEP_BYTES (128u << 10) /* free at the heap's end, kept when it shrinks ... */
#define TRIM_BYTES (512u << 10) /* ... which happens from this on */
#define EXACT_MAX  1024u        /* sizes below have a list each */
#define NLISTS     (64 + 4 * 40)
#define NMAPS      251 /* a prime: blocks that lie at equal distances are not all on one list */

enum mark { FREE = 0x5, USED = 0xa, MAPPED = 0xc, END = 0x9 };

struct block {
    uint64_t size_mark; /* bytes, header included; the mark in the low 4 bits */
    union {
        uint64_t before;        /* the size of the block before */
        struct block *next_map; /* a mapped block: the next on its list */
    };
};

/* A free block has links after its header. */
struct free_block {
    struct block head;
    struct free_block *next, *prev;
};

#define HEADER    sizeof(struct block)
#define LEAST     sizeof(struct free_block)
#define BYTES_MAX ((size_t)1 << 46)

static struct lock lock;
static struct free_block *lists[NLISTS];    /* [lock] */
static uint64_t filled[(NLISTS + 63) / 64]; /* [lock] bit i: lists[i] is not empty */
static struct block *heap_start;            /* [lock] NULL before the first use */
static struct block *heap_end;              /* [lock] the END block, NULL before the first use */
static struct block *maps[NMAPS];           /* [lock] lists of the mapped blocks, by address */

static _Noreturn void corrupt(const void *p, const char *what)
{
    static const char hex[] = "0123456789abcdef";
    char address[] = "0x0000000000000000";
    uintptr_t left = (uintptr_t)p;
    const char *part[] = {program_invocation_name, ": heap error at ", address, ": ", what, "\n"};

    for (int i = sizeof(address) - 2; left; left /= 16)
        address[i--] = hex[left % 16];
    for (size_t i = 0; i < sizeof(part) / sizeof(*part); i++)
        if (write(STDERR_FILENO, part[i], strlen(part[i])) < 0)
            break;
    abort();
}

static size_t size_of(const struct block *b)
{
    return b->size_mark & ~15ull;
}

static enum mark mark_of(const struct block *b)
{
    return b->size_mark & 15;
}

static struct block *block_after(struct block *b)
{
    return (struct block *)((char *)b + size_of(b));
}

static struct block *block_before(struct block *b)
{
    return (struct block *)((char *)b - b->before);
}

static void *bytes_of(struct block *b)
{
    return b + 1;
}

/* Sets size and mark, and the copy of the size in the next block. */
static void block_set(struct block *b, size_t size, enum mark mark)
{
    b->size_mark = size | mark;
    block_after(b)->before = size;
}

/* ---- the lists of free blocks ---- */

static unsigned list_index(size_t size)
{
    if (size < EXACT_MAX)
        return size / UNIT;
    unsigned log = 63 - __builtin_clzll(size);
    return 64 + 4 * (log - 10) + (size >> (log - 2) & 3);
}

static void list_add(struct block *b)
{
    struct free_block *f = (struct free_block *)b;
    unsigned i = list_index(size_of(b));

    f->prev = NULL;
    f->next = lists[i];
    if (f->next)
        f->next->prev = f;
    lists[i] = f;
    filled[i / 64] |= 1ull << i % 64;
}

static void list_remove(struct block *b)
{
    struct free_block *f = (struct free_block *)b;
    unsigned i = list_index(size_of(b));

    if ((f->prev ? f->prev->next : lists[i]) != f || (f->next && f->next->prev != f))
        corrupt(bytes_of(b), "freed memory was written to");
    if (f->prev)
        f->prev->next = f->next;
    else
        lists[i] = f->next;
    if (f->next)
        f->next->prev = f->prev;
    if (!lists[i])
        filled[i / 64] &= ~(1ull << i % 64);
}

/* The first list from i on that has a block, or NLISTS. */
static unsigned list_filled(unsigned i)
{
    if (i >= NLISTS)
        return NLISTS;
    uint64_t word = filled[i / 64] >> i % 64 << i % 64;
    for (i /= 64; !word; word = filled[i])
        if (++i == sizeof(filled) / sizeof(*filled))
            return NLISTS;
    return 64 * i + __builtin_ctzll(word);
}

/* Takes a free block of at least that size off its list, or returns NULL. */
static struct block *list_take(size_t size)
{
    unsigned i = list_index(size);
    struct free_block *f = lists[i];

    /* Blocks of one list differ in size; every block of a higher list is large enough. */
    while (f && size_of(&f->head) < size)
        f = f->next;
    if (!f && (i = list_filled(i + 1)) < NLISTS)
        f = lists[i];
    if (f)
        list_remove(&f->head);
    return f ? &f->head : NULL;
}

/* ---- the heap ---- */

/* Frees b, which is on no list, and merges it with free neighbours.  Returns the merged block. */
static struct block *block_release(struct block *b)
{
    struct block *after = block_after(b);
    size_t size = size_of(b);

    if (mark_of(after) == FREE) {
        list_remove(after);
        size += size_of(after);
    }
    /* The old header keeps the mark: freeing the same address again will be noticed. */
    b->size_mark = size_of(b) | FREE;
    if (b->before && mark_of(block_before(b)) == FREE) {
        b = block_before(b);
        list_remove(b);
        size += size_of(b);
    }
    block_set(b, size, FREE);
    list_add(b);
    return b;
}

/* Adds at least that much to the heap's end as a free block; false without memory. */
static bool heap_grow(size_t size)
{
    size_t bytes = (size + 2 * HEADER + GROW_BYTES - 1) / GROW_BYTES * GROW_BYTES;
    char *start = sbrk(0);
    size_t skew = -(uintptr_t)start % UNIT;

    char *more = sbrk(bytes + skew);
    if (more == (void *)-1)
        return false;
    struct block *b;
    if (heap_end && more == (char *)(heap_end + 1)) {
        b = heap_end; /* the new block begins where the end was */
    } else {
        /* The first time, or the program has moved the break itself: a new run of blocks. */
        b = (struct block *)(more + skew);
        b->before = 0;
    }
    if (!heap_start)
        heap_start = b;
    heap_end = (struct block *)(more + skew + bytes) - 1;
    b->size_mark = ((char *)heap_end - (char *)b) | USED;
    heap_end->size_mark = END;
    heap_end->before = size_of(b);
    block_release(b);
    return true;
}

/* Gives memory back if b, free, is large and the heap's last block. */
static void heap_trim(struct block *b)
{
    if (size_of(b) < TRIM_BYTES || block_after(b) != heap_end || sbrk(0) != (void *)(heap_end + 1))
        return;
    size_t give = (size_of(b) - KEEP_BYTES) / GROW_BYTES * GROW_BYTES;
    list_remove(b);
    heap_end = (struct block *)((char *)heap_end - give);
    heap_end->size_mark = END;
    block_set(b, size_of(b) - give, FREE);
    list_add(b);
    sbrk(-(intptr_t)give);
}

/* Splits off what the used block b has beyond size as a free block, if that is enough for one. */
static void block_cut(struct block *b, size_t size)
{
    size_t rest = size_of(b) - size;

    if (rest < LEAST)
        return;
    block_set(b, size, USED);
    b = block_after(b);
    block_set(b, rest, USED);
    block_release(b);
}

static struct block *heap_alloc(size_t size)
{
    struct block *b = list_take(size);

    if (!b && heap_grow(size))
        b = list_take(size);
    if (!b)
        return NULL;
    block_set(b, size_of(b), USED);
    block_cut(b, size);
    return b;
}

/* ---- blocks with their own mappings ---- */

/* Bytes of the mapping in front of b, whose own bytes may begin a page: less than a page. */
static size_t map_front(const struct block *b)
{
    return (uintptr_t)b % PAGE_SIZE;
}

/* Bytes of a mapping for a block of that size, with the bytes in front of it and its end. */
static size_t map_bytes(size_t front, size_t size)
{
    return (front + size + HEADER + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE;
}

static void map_set(struct block *b, size_t size)
{
    block_set(b, size, MAPPED);
    block_after(b)->size_mark = END;
}

/* The list that b is on if it is a mapped block. */
static struct block **map_list(const struct block *b)
{
    return &maps[(uintptr_t)b / PAGE_SIZE % NMAPS];
}

/* The link to b, or the one at its list's end.  Touches mapped blocks only: b may be anything. */
static struct block **map_link(const struct block *b)
{
    struct block **link = map_list(b);

    for (; *link && *link != b; link = &(*link)->next_map)
        if (mark_of(*link) != MAPPED)
            corrupt(bytes_of(*link), "written over from the block before it");
    return link;
}

/* The block's bytes begin at a multiple of align, at most a page. */
static struct block *map_alloc(size_t size, size_t align)
{
    size_t front = align > HEADER ? align - HEADER : 0;
    char *map = mmap(NULL, map_bytes(front, size), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct block *b = (struct block *)(map + front);

    if (map == MAP_FAILED)
        return NULL;
    map_set(b, size);
    lock_take(&lock);
    b->next_map = *map_list(b);
    *map_list(b) = b;
    lock_release(&lock);
    return b;
}

/* Tries to resize b within its mapping; pages that it no longer needs go back. */
static bool map_resize(struct block *b, size_t size)
{
    size_t have = map_bytes(map_front(b), size_of(b)), need = map_bytes(map_front(b), size);
    char *map = (char *)b - map_front(b);

    if (size < MAP_BYTES / 2 || need > have || (need < have && munmap(map + need, have - need) < 0))
        return false;
    map_set(b, size);
    return true;
}

/* ---- the interface ---- */

/* Bytes of a block for n bytes of the program, 0 if that is too large. */
static size_t block_size(size_t n)
{
    if (n > BYTES_MAX)
        return 0;
    n = (n + HEADER + UNIT - 1) / UNIT * UNIT;
    return n < LEAST ? LEAST : n;
}

/* Whether the sizes in b, within the heap, and in the block after it are consistent. */
static bool block_ok(struct block *b)
{
    enum mark mark = mark_of(b);

    if (mark == END)
        return size_of(b) == 0;
    return (mark == USED || mark == FREE) && size_of(b) >= LEAST &&
           size_of(b) <= (size_t)((char *)heap_end - (char *)b) &&
           block_after(b)->before == size_of(b);
}

/* Whether b, within the heap, is in use, and its sizes stay there and fit the block before. */
static bool block_used(struct block *b)
{
    return mark_of(b) == USED && size_of(b) >= LEAST &&
           size_of(b) <= (size_t)((char *)heap_end - (char *)b) &&
           b->before <= (size_t)((char *)b - (char *)heap_start) &&
           (!b->before || size_of(block_before(b)) == b->before);
}

/* The block of p, which must be in use; checked. */
static struct block *block_of(void *p, const char *again)
{
    struct block *b = (struct block *)p - 1;

    if ((uintptr_t)p % UNIT != 0)
        corrupt(p, "not the start of a block");
    bool in_heap = b >= heap_start && b < heap_end;
    if (!in_heap && !*map_link(b))
        corrupt(p, "not a block, or freed before");
    if (mark_of(b) == FREE)
        corrupt(p, again);
    if (in_heap ? !block_used(b) : mark_of(b) != MAPPED)
        corrupt(p, "not a block, or written over from the block before it");
    if (block_after(b)->before != size_of(b) || !block_ok(block_after(b)))
        corrupt(p, "written past its end");
    return b;
}

static void *allocate(size_t n)
{
    size_t size = block_size(n);
    struct block *b = NULL;

    if (size >= MAP_BYTES) {
        b = map_alloc(size, HEADER);
    } else if (size) {
        lock_take(&lock);
        b = heap_alloc(size);
        lock_release(&lock);
        if (!b) /* a mapping may be in the way of the break */
            b = map_alloc(size, HEADER);
    }
    if (!b) {
        errno = ENOMEM;
        return NULL;
    }
    return bytes_of(b);
}

void *malloc(size_t n)
{
    return allocate(n);
}

void free(void *p)
{
    int error = errno;

    if (!p)
        return;
    lock_take(&lock);
    struct block *b = block_of(p, "freed twice");
    bool mapped = mark_of(b) == MAPPED;
    if (mapped)
        *map_link(b) = b->next_map;
    else
        heap_trim(block_release(b));
    lock_release(&lock);
    if (mapped)
        munmap((char *)b - map_front(b), map_bytes(map_front(b), size_of(b)));
    errno = error;
}

void *calloc(size_t count, size_t size)
{
    size_t n;

    if (__builtin_mul_overflow(count, size, &n)) {
        errno = ENOMEM;
        return NULL;
    }
    void *p = allocate(n);
    /* A new mapping is zero already. */
    if (p && mark_of((struct block *)p - 1) != MAPPED)
        memset(p, 0, n);
    return p;
}

/* Tries to resize b in place. */
static bool resize(struct block *b, size_t size)
{
    struct block *after = block_after(b);

    if (mark_of(b) == MAPPED)
        return map_resize(b, size);
    if (size > size_of(b) && mark_of(after) == FREE && size <= size_of(b) + size_of(after)) {
        list_remove(after);
        block_set(b, size_of(b) + size_of(after), USED);
    }
    if (size > size_of(b))
        return false;
    block_cut(b, size);
    return true;
}

void *realloc(void *p, size_t n)
{
    size_t size = block_size(n);

    if (!p)
        return allocate(n);
    lock_take(&lock);
    struct block *b = block_of(p, "resized after it was freed");
    size_t have = size_of(b) - HEADER;
    bool fits = size && resize(b, size);
    lock_release(&lock);
    if (fits)
        return p;
    void *moved = allocate(n);
    if (moved) {
        memcpy(moved, p, have < n ? have : n);
        free(p);
    }
    return moved;
}

void *reallocarray(void *p, size_t count, size_t size)
{
    size_t n;

    if (__builtin_mul_overflow(count, size, &n)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(p, n);
}

/* A block on the heap with room in front; the front becomes a separate block and is freed. */
static void *heap_aligned(size_t align, size_t size)
{
    lock_take(&lock);
    struct block *b = heap_alloc(size + align + LEAST);
    if (!b) {
        lock_release(&lock);
        return NULL;
    }
    size_t front = -(uintptr_t)bytes_of(b) & (align - 1);
    if (front && front < LEAST)
        front += align;
    struct block *a = (struct block *)((char *)b + front);
    if (front) {
        size_t rest = size_of(b) - front;

        block_set(b, front, USED);
        block_set(a, rest, USED);
        block_release(b);
    }
    block_cut(a, size);
    lock_release(&lock);
    return bytes_of(a);
}

int posix_memalign(void **p, size_t align, size_t n)
{
    size_t size = block_size(n);

    if (align < sizeof(void *) || (align & (align - 1)))
        return EINVAL;
    if (!size || align > BYTES_MAX)
        return ENOMEM;
    if (align <= UNIT) {
        *p = allocate(n);
    } else {
        bool may_map = align <= PAGE_SIZE;
        *p = size < MAP_BYTES || !may_map ? heap_aligned(align, size) : NULL;
        struct block *b = !*p && may_map ? map_alloc(size, align) : NULL;
        if (b)
            *p = bytes_of(b);
    }
    return *p ? 0 : ENOMEM;
}

void *aligned_alloc(size_t align, size_t n)
{
    void *p = NULL;
    bool small = align == 1 || align == 2 || align == 4; /* which posix_memalign refuses */
    int error = posix_memalign(&p, small ? sizeof(void *) : align, n);

    if (error)
        errno = error;
    return error ? NULL : p;
}

size_t malloc_usable_size(void *p)
{
    return p ? size_of((struct block *)p - 1) - HEADER : 0;
}
