/* The checks around an object; see debug/kmem_tag.h. */
#include "debug/kmem_tag.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/round.h"
#include "core/string.h"
#include "debug/locks.h"
#include "mm/page.h"

#define RED_ZONE 0xfb
#define NO_PC    0xfbfbfbfbfbfbfbfb /* the red zone before an object: free_pc while it is in use */

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
    tag_print(&tag->tag);
    panic("overrun: byte %u of an object of %u bytes was written to (debug/kmem_tag.h)", at,
          tag->tag.nbytes);
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

void *kmem_tag_alloc(void *cell, size_t nbytes, void *pc)
{
    struct kmem_tag *tag = cell;
    uint8_t *object = (uint8_t *)(tag + 1);
    check_free(tag);
    tag->tag.nbytes = nbytes;
    tag->tag.state = TAG_NEVER; /* as the size is another one */
    tag_alloc(&tag->tag, object, filled(tag), pc);
    tag->tag.free_pc = NO_PC;
    memset(object + nbytes, RED_ZONE, KMEM_TAG_RED_ZONE);
    return object;
}

void *kmem_tag_free(void *object, void *pc)
{
    struct kmem_tag *tag = (struct kmem_tag *)object - 1;
    bool is_aligned = (uint64_t)object % 16 == 0;
    if (is_aligned && tag->tag.state == TAG_FREED) {
        tag_print(&tag->tag);
        panic("an object of %u bytes is freed twice (debug/kmem_tag.h)", tag->tag.nbytes);
    }
    if (!is_aligned || tag->tag.state != TAG_LIVE)
        panic(
            "%p is freed, and kmem_alloc() has not returned it, or the object below it was overrun "
            "(debug/kmem_tag.h)",
            object);
    if (tag->tag.free_pc != NO_PC) {
        tag_print(&tag->tag);
        panic("underrun: before an object of %u bytes was written to (debug/kmem_tag.h)",
              tag->tag.nbytes);
    }
    check_red_zone(tag, object);
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
        page_tags_print((uint64_t)tag - 1, false);
        panic("what stands before the object at %p was written to: the object below it, see above, "
              "was overrun, or that is no object (debug/kmem_tag.h)",
              object);
    }
    tag_print(&tag->tag);
    panic("use after free: a reference to an object of %u bytes that was freed (debug/kmem_tag.h)",
          tag->tag.nbytes);
}

static void print_object(const struct kmem_tag *tag)
{
    print("an object of %u bytes at %p:\n", tag->tag.nbytes, (const void *)(tag + 1));
    tag_print(&tag->tag);
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
