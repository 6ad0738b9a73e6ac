/* The checks around an object; see debug/kmem_tag.h. */
#include "debug/kmem_tag.h"
#include "core/list.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/round.h"
#include "core/string.h"
#include "debug/locks.h"
#include "mm/page.h"

extern const char kernel_start[], kernel_end[];

#define RED_ZONE 0xfb
#define NO_PC    0xfbfbfbfbfbfbfbfb /* the red zone before an object: free_pc while it is in use */

/* A word of refs: the place's pc without its upper 16 bits, which are all ones; whether it drops;
 * and how many, at most NREFS_MAX.  0: none. */
#define DROPS     0x8000u
#define NREFS_MAX 0x7fffu

static uint64_t *refs_of(const struct kmem_tag *tag)
{
    return (uint64_t *)round_up((uint64_t)(tag + 1) + tag->tag.nbytes + KMEM_TAG_RED_ZONE, 8);
}

static void note_ref(void *object, void *pc, uint64_t drops)
{
    kmem_tag_check(object);
    if (!object)
        return;
    uint64_t place = ((uint64_t)pc - 1) << 16 | drops;
    const struct kmem_tag *tag = (struct kmem_tag *)object - 1;
    if (!tag->tag.counted)
        return;
    for (uint64_t *ref = refs_of(tag); ref < refs_of(tag) + KMEM_TAG_REFS; ref++) {
        uint64_t old = 0;
        if (__atomic_compare_exchange_n(ref, &old, place | 1, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return;
        if ((old & ~(uint64_t)NREFS_MAX) != place)
            continue;
        if ((old & NREFS_MAX) < NREFS_MAX)
            __atomic_add_fetch(ref, 1, __ATOMIC_RELAXED);
        return;
    }
}

void kmem_tag_takes(void *object, void *pc)
{
    note_ref(object, pc, 0);
}

void kmem_tag_drops(void *object, void *pc)
{
    note_ref(object, pc, DROPS);
}

void kmem_tag_no_refs(void *object)
{
    memset(refs_of((struct kmem_tag *)object - 1), 0, KMEM_TAG_REFS * sizeof(uint64_t));
}

static void print_refs(const struct kmem_tag *tag)
{
    for (const uint64_t *ref = refs_of(tag); ref < refs_of(tag) + KMEM_TAG_REFS && *ref; ref++) {
        unsigned n = *ref & NREFS_MAX;
        char what[40];
        print_into(what, sizeof(what), "%s %u reference%s to it", *ref & DROPS ? "dropped" : "took",
                   n, n == 1 ? "" : "s");
        print_address((uint64_t)((int64_t)*ref >> 16), what);
    }
}

static void print_places(const struct kmem_tag *tag)
{
    tag_print(&tag->tag);
    if (tag->tag.counted)
        print_refs(tag);
}

/* The object and the most of its red zone, in whole words. */
static size_t filled(const struct kmem_tag *tag)
{
    return round_down(tag->tag.nbytes + KMEM_TAG_RED_ZONE, 8);
}

static void check_red_zone(const struct kmem_tag *tag, const uint8_t *object)
{
    unsigned at = tag->tag.nbytes, end = at + KMEM_TAG_RED_ZONE;
    while (at < end && object[at] == RED_ZONE)
        at++;
    if (at == end)
        return;
    print_places(tag);
    panic("overrun: byte %u of an object of %u bytes was written to (debug/kmem_tag.h)", at,
          tag->tag.nbytes);
}

static bool is_link(const struct list *link)
{
    uint64_t addr = (uint64_t)link;
    return addr % sizeof(void *) == 0 &&
           ((page_is_memory(addr) && page_is_memory(addr + sizeof(*link) - 1)) ||
            addr - (uint64_t)kernel_start <= (uint64_t)(kernel_end - kernel_start) - sizeof(*link));
}

/* No two words of an object that point at what points back at them are anything but a link on a
 * list, or the head of one that is not empty.  Beside it may be one on a stack: that is not seen.
 */
static void check_links(const struct kmem_tag *tag, const void *object)
{
    for (size_t at = 0; at + sizeof(struct list) <= tag->tag.nbytes; at += sizeof(void *)) {
        const struct list *link = (const void *)((const char *)object + at);
        const struct list *next = link->next, *prev = link->prev;
        if (next == link || !is_link(next) || !is_link(prev) || next->prev != link ||
            prev->next != link)
            continue;
        print_places(tag);
        panic("an object of %u bytes is freed, and the link at byte %zu of it is on a list, or the "
              "head of one that is not empty (core/list.h)",
              tag->tag.nbytes, at);
    }
}

void kmem_tag_init(void *cell)
{
    memset(cell, 0, sizeof(struct kmem_tag));
}

static void check_free(const struct kmem_tag *tag)
{
    if (tag->tag.state != TAG_NEVER && tag->tag.state != TAG_FREED)
        panic("the tag of a free object was written to (debug/kmem_tag.h)");
    tag_check(&tag->tag, tag + 1, filled(tag));
}

void *kmem_tag_alloc(void *cell, size_t nbytes, bool counted, void *pc)
{
    struct kmem_tag *tag = cell;
    uint8_t *object = (uint8_t *)(tag + 1);
    check_free(tag);
    tag->tag.nbytes = nbytes;
    tag->tag.counted = counted;
    tag->tag.state = TAG_NEVER; /* as the size is another one */
    tag_alloc(&tag->tag, object, filled(tag), pc);
    tag->tag.free_pc = NO_PC;
    memset(object + nbytes, RED_ZONE, KMEM_TAG_RED_ZONE);
    if (counted)
        kmem_tag_no_refs(object);
    return object;
}

void *kmem_tag_free(void *object, void *pc)
{
    struct kmem_tag *tag = (struct kmem_tag *)object - 1;
    bool is_aligned = (uint64_t)object % 16 == 0;
    if (is_aligned && tag->tag.state == TAG_FREED) {
        print_places(tag);
        panic("an object of %u bytes is freed twice (debug/kmem_tag.h)", tag->tag.nbytes);
    }
    if (!is_aligned || tag->tag.state != TAG_LIVE)
        panic(
            "%p is freed, and kmem_alloc() has not returned it, or the object below it was overrun "
            "(debug/kmem_tag.h)",
            object);
    if (tag->tag.free_pc != NO_PC) {
        print_places(tag);
        panic("underrun: before an object of %u bytes was written to (debug/kmem_tag.h)",
              tag->tag.nbytes);
    }
    check_red_zone(tag, object);
    check_links(tag, object);
    tag_free(&tag->tag, object, filled(tag), pc);
    return tag;
}

void kmem_tag_check(const void *object)
{
    if (!object)
        return; /* the caller's fault will tell */
    const struct kmem_tag *tag = (const struct kmem_tag *)object - 1;
    if (tag->tag.state == TAG_LIVE)
        return;
    if (tag->tag.state != TAG_FREED) {
        page_tags_print_used((uint64_t)tag - 1);
        panic("what stands before the object at %p was written to: the object below it, see above, "
              "was overrun, or that is no object (debug/kmem_tag.h)",
              object);
    }
    print_places(tag);
    panic("use after free: a reference to an object of %u bytes that was freed (debug/kmem_tag.h)",
          tag->tag.nbytes);
}

void kmem_tag_print(const void *object)
{
    print_places((const struct kmem_tag *)object - 1);
}

static void print_object(const struct kmem_tag *tag)
{
    print("an object of %u bytes at %p:\n", tag->tag.nbytes, (const void *)(tag + 1));
    print_places(tag);
}

void kmem_tag_print_cell(const void *cell, bool is_freed)
{
    const struct kmem_tag *tag = cell;
    if (tag->tag.state == (is_freed ? TAG_FREED : TAG_LIVE))
        print_object(tag);
}

void kmem_tag_visit(const void *cell)
{
    const struct kmem_tag *tag = cell;
    if (tag_is_left(&tag->tag))
        print_object(tag);
    else if (tag->tag.state != TAG_LIVE)
        check_free(tag);
}
