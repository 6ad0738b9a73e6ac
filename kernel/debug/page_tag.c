/* The checks of a page; see debug/page_tag.h. */
#include "debug/page_tag.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/string.h"
#include "debug/leak.h"
#include "debug/locks.h"
#include <abi/limits.h>

#define FREED (DEBUG_FREED * 0x0101010101010101ull)

static void print_places(const struct page_tag *tag)
{
    if (tag->state == PAGE_NEVER)
        return;
    print_address(tag->alloc_pc, "allocated it");
    if (tag->state == PAGE_FREED)
        print_address(tag->free_pc, "freed it");
}

void page_tag_check(const struct page_tag *tag, const void *page)
{
    const uint64_t *words = page;
    for (unsigned i = 0; tag->state == PAGE_FREED && i < PAGE_SIZE / sizeof(*words); i++) {
        if (words[i] == FREED)
            continue;
        print_places(tag);
        panic("use after free: bytes %zu to %zu of the page %p were written to (debug/page_tag.h)",
              i * sizeof(*words), (i + 1) * sizeof(*words) - 1, page);
    }
}

void page_tag_alloc(struct page_tag *tag, void *page, void *pc)
{
    page_tag_check(tag, page);
    *tag = (struct page_tag){
        .alloc_pc = (uint64_t)pc - 1, .serial = leak_serial(), .state = PAGE_LIVE};
    memset(page, DEBUG_NEW, PAGE_SIZE);
}

void page_tag_free(struct page_tag *tag, void *page, void *pc)
{
    debug_gives_up(page, PAGE_SIZE, "a page", "is freed");
    tag->state = PAGE_FREED;
    tag->free_pc = (uint64_t)pc - 1;
    memset(page, DEBUG_FREED, PAGE_SIZE);
}

void page_tag_print_freed(const struct page_tag *tag, const void *page)
{
    if (tag->state != PAGE_FREED)
        return;
    print("the page %p:\n", page);
    print_places(tag);
}

void page_tag_keep(struct page_tag *tag)
{
    tag->serial = 0;
}

void page_tag_slab(struct page_tag *tag)
{
    tag->state = PAGE_SLAB;
}

void page_tag_unused(const struct page_tag *tag, const void *page, const char *what)
{
    print_places(tag);
    panic("the page %p is %s, and is free (debug/page_tag.h)", page, what);
}
