/* The tags of pages and objects, and the list of those that are left; see debug/tag.h. */
#include "debug/tag.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/string.h"
#include "debug/locks.h"
#include "mm/page.h"

#define FREED      (DEBUG_FREED * 0x0101010101010101ull)
#define PLACES_MAX 32

static uint32_t serial; /* atomic */

/* Of tag_list(): the number, and which places are printed. */
static uint32_t first;
static uint64_t places[PLACES_MAX];
static unsigned nplaces;

void tag_print(const struct tag *tag)
{
    if (tag->state == TAG_NEVER)
        return;
    print_address(tag->alloc_pc, "allocated it");
    if (tag->state == TAG_FREED)
        print_address(tag->free_pc, "freed it");
}

void tag_check(const struct tag *tag, const void *memory, size_t nbytes)
{
    const uint64_t *words = memory;
    for (size_t i = 0; tag->state == TAG_FREED && i < nbytes / sizeof(*words); i++) {
        if (words[i] == FREED)
            continue;
        tag_print(tag);
        panic("use after free: byte %zu, or one of the 7 behind it, was written to in the %s at %p "
              "(debug/tag.h)",
              i * sizeof(*words), nbytes == PAGE_SIZE ? "page" : "object", memory);
    }
}

void tag_alloc(struct tag *tag, void *memory, size_t nbytes, void *pc)
{
    tag_check(tag, memory, nbytes);
    tag->serial = __atomic_add_fetch(&serial, 1, __ATOMIC_RELAXED);
    tag->state = TAG_LIVE;
    tag->alloc_pc = (uint64_t)pc - 1;
    memset(memory, DEBUG_NEW, nbytes);
}

/* tag_check() may look at the same time: when it sees the state, the memory is filled. */
void tag_free(struct tag *tag, void *memory, size_t nbytes, void *pc)
{
    debug_gives_up(memory, nbytes, nbytes == PAGE_SIZE ? "a page" : "an object");
    memset(memory, DEBUG_FREED, nbytes);
    tag->free_pc = (uint64_t)pc - 1;
    __atomic_store_n(&tag->state, TAG_FREED, __ATOMIC_RELEASE);
}

/* ---- what is left ---- */

uint32_t tag_serial(void)
{
    return __atomic_load_n(&serial, __ATOMIC_RELAXED);
}

bool tag_is_left(const struct tag *tag)
{
    if (tag->state != TAG_LIVE || tag->serial <= first || nplaces == PLACES_MAX)
        return false;
    for (unsigned i = 0; i < nplaces; i++)
        if (places[i] == tag->alloc_pc)
            return false;
    places[nplaces++] = tag->alloc_pc;
    return true;
}

void tag_list(uint32_t since)
{
    while (page_reclaim())
        continue;
    first = since;
    nplaces = 0;
    page_tags_visit();
}

void tag_check_all(void)
{
    first = UINT32_MAX;
    page_tags_visit();
}
