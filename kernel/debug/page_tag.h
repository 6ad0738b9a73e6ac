/*
 * DEBUG=1 adds a tag to each page, as kmem_tag.h does to objects.  It is in the allocator's table,
 * and says where the page was allocated and freed.  A freed page is filled with DEBUG_FREED, and
 * must still be when it is allocated again, or when the machine is powered off.  A new one is
 * filled with DEBUG_NEW.
 *
 * Without DEBUG=1 all of it is empty.
 */
#ifndef DEBUG_PAGE_TAG_H
#define DEBUG_PAGE_TAG_H

#include <stdbool.h>
#include <stdint.h>

#ifdef DEBUG

enum page_state { PAGE_NEVER, PAGE_LIVE, PAGE_SLAB, PAGE_FREED };

/* Changed when the page is allocated or freed. */
struct page_tag {
    uint64_t alloc_pc, free_pc;
    uint32_t serial; /* debug/leak.h */
    enum page_state state;
};

void page_tag_alloc(struct page_tag *tag, void *page, void *pc);
void page_tag_free(struct page_tag *tag, void *page, void *pc);
void page_tag_check(const struct page_tag *tag, const void *page); /* panics if it was written to */

void page_tag_print_freed(const struct page_tag *tag, const void *page); /* for a panic: if it is */

void page_tag_keep(struct page_tag *tag); /* no leak: as if it was there before the first process */

/* From now on the page holds kmem's objects, which have their own tags. */
void page_tag_slab(struct page_tag *tag);

/* Panics: the page is freed, or referenced, at pc and has no references. */
void page_tag_unused(const struct page_tag *tag, const void *page, const char *what);

#else

struct page_tag {
};

#define page_tag_alloc(tag, page, pc) ((void)(pc))
#define page_tag_free(...)            ((void)0)
#define page_tag_keep(tag)            ((void)(tag))
#define page_tag_slab(tag)            ((void)(tag))
#define page_tag_unused(...)          ((void)0)

#endif

#endif
