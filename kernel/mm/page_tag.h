/*
 * What DEBUG=1 adds to pages, as kmem_tag.h does to objects: a tag for each, in the allocator's
 * table, which says who allocated and freed it.  A freed page is filled with DEBUG_FREED, and must
 * still be when it is allocated again, or when the machine is powered off; a new one with
 * DEBUG_NEW.
 *
 * Without DEBUG=1 all of it is empty.
 */
#ifndef MM_PAGE_TAG_H
#define MM_PAGE_TAG_H

#include <stdbool.h>
#include <stdint.h>

#ifdef DEBUG

enum page_state { PAGE_NEVER, PAGE_LIVE, PAGE_SLAB, PAGE_FREED };

/* Changed by who allocates or frees the page. */
struct page_tag {
    uint64_t alloc_pc, free_pc;
    uint32_t serial; /* mm/leak.h */
    enum page_state state;
};

void page_tag_alloc(struct page_tag *tag, void *page, void *pc);
void page_tag_free(struct page_tag *tag, void *page, void *pc);
void page_tag_check(const struct page_tag *tag, const void *page); /* panics if it was written to */

void page_tag_print_freed(const struct page_tag *tag, const void *page); /* for a panic: if it is */

void page_tag_keep(struct page_tag *tag); /* it was there before the first process, so to say */

/* The page holds kmem's objects from now on, each with a tag of its own. */
void page_tag_slab(struct page_tag *tag);

/* Panics: the page is freed, or referenced, at pc and has no references. */
void page_tag_unused(const struct page_tag *tag, const void *page, const char *what);

#else

struct page_tag {
};

static inline void page_tag_alloc(struct page_tag *tag, void *page, void *pc)
{
    (void)tag, (void)page, (void)pc;
}

static inline void page_tag_free(struct page_tag *tag, void *page, void *pc)
{
    (void)tag, (void)page, (void)pc;
}

static inline void page_tag_keep(struct page_tag *tag)
{
    (void)tag;
}

static inline void page_tag_slab(struct page_tag *tag)
{
    (void)tag;
}

static inline void page_tag_unused(const struct page_tag *tag, const void *page, const char *what)
{
    (void)tag, (void)page, (void)what;
}

#endif

#endif
