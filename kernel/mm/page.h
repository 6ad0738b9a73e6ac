/*
 * Physical memory, in pages of 4096 bytes, each with a reference count.
 *
 * All of memory is mapped at PHYS_BASE; these functions take and return a page's address there. All
 * may be called from interrupts, and none sleeps.  When memory is out, an allocation by a thread
 * that holds no spin lock first calls page_reclaim().
 *
 * The last pages are a reserve: for most threads memory is out when only these are free
 * (page_set_reserve()).
 */
#ifndef MM_PAGE_H
#define MM_PAGE_H

#include <abi/limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PHYS_BASE 0xffff800000000000ull

static inline uint64_t page_phys(const void *page)
{
    return (uint64_t)page - PHYS_BASE;
}

static inline void *page_virt(uint64_t phys)
{
    return (void *)(phys + PHYS_BASE);
}

/* Boot only: where the allocator's table of all pages below memory_end is.  Returns how much memory
 * it takes, which the caller then zeroes. */
size_t page_init(uint64_t memory_end, void *table);

/* Frees the whole pages of physical memory in [start, end).  Boot only. */
void page_add_range(uint64_t start, uint64_t end);

void *page_alloc(void);        /* contents undefined, one reference; NULL when memory is out */
void *page_alloc_zeroed(void); /* the same, all zero */

/* The page, in use, may be executed from now on.  Once it is free again, it is allocated only if no
 * other is free, and zeroed.  The reason: QEMU keeps what it translated from a page until that is
 * overwritten, which then takes it long, and while any of it is left each store to the page takes a
 * slow path.  1000 execs of small programs take 4.7 seconds while there are others, and 8.1 when
 * the pages of ended programs' text have to be used again. */
void page_mark_code(void *page);

/* The page, in use, is all zero, and is about to be freed. */
void page_mark_zero(void *page);

/* A page with the addresses of n zeroed pages, at most PAGE_ARRAY_MAX, the others NULL; or NULL
 * when memory is out.  Freeing NULL is allowed. */
#define PAGE_ARRAY_MAX (PAGE_SIZE / sizeof(void *))
void *page_array_alloc(size_t n);
void page_array_free(void *array);

void page_hold(void *page);     /* adds a reference */
void page_free(void *page);     /* drops one; the last one frees the page */
uint32_t page_refs(void *page); /* exact only while the caller keeps others from changing it */

/* Frees pages that are kept only in case they are useful again; false if there are none, or if the
 * caller holds a spin lock or is an interrupt. */
bool page_reclaim(void);

/* Sets, once, at boot, the function that frees such pages: it returns how many, and may be called
 * whatever mutexes are held. */
void page_set_reclaim(size_t (*function)(void));

/* Sets the size of the reserve, and the function that says whether the calling thread may use it.
 * The function is called with a spin lock held and takes none.  Once, at boot. */
void page_set_reserve(size_t npages, bool (*may_use)(void));

/* For what is in turn divided into allocations that may fail: the page itself never fails because
 * kfail(2) asks for it. */
void *page_alloc_inner(void);

/* The tags of pages with DEBUG=1 (debug/tag.h). */
#ifdef DEBUG
void page_set_slab(void *page); /* it is such a page */
void page_tags_visit(void);     /* checks the free memory, and prints what is left (tag_list()) */

/* For a panic: what is known of the memory there if it is freed, or of the object there if it is in
 * use, as said. */
void page_tags_print(uint64_t addr, bool is_freed);

bool page_is_memory(uint64_t addr); /* that lies in a page, and so can be read */
#else
#define page_set_slab(page)  ((void)(page))
#define page_tags_print(...) ((void)0)
#endif

size_t page_count_free(void);
size_t page_count_spare(void); /* free, and not of the reserve */
size_t page_count_total(void);

#endif
