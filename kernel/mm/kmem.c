/*
 * Small objects: each size class cuts pages into objects of one size.  A page begins with a struct
 * slab that counts its objects and holds its free ones; slabs with a free object are on their
 * class's list.  A page whose objects are all free goes back to the page allocator, unless it is
 * the last of its class: keeping that one saves the next allocation the work.
 */
#include "mm/kmem.h"
#include "core/list.h"
#include "core/panic.h"
#include "core/round.h"
#include "core/spin.h"
#include "core/string.h"
#include "debug/kmem_tag.h"
#include "mm/fail.h"
#include "mm/page.h"

struct object {
    struct object *next;
};

struct slab {
    struct list link; /* on its class's list while it has a free object */
    struct kmem_class *class;
    struct object *free;
    uint32_t used;
} __attribute__((aligned(16)));

struct kmem_class {
    struct spinlock lock;
    struct list slabs; /* [lock], and all that is in them */
    size_t nobjects;   /* [lock] in use */
    uint32_t nbytes;
};

#define CLASS(index, size) \
    [index] = {SPINLOCK_INIT("kmem"), LIST_INIT(classes[index].slabs), .nbytes = size}

/* Chosen so that little of a page is left over: 4096 minus the slab holds 4 of 1008, 3 of 1344, 2
 * of KMEM_MAX. */
static struct kmem_class classes[KMEM_SIZES] = {
    CLASS(0, 32),  CLASS(1, 64),   CLASS(2, 128),  CLASS(3, 256),
    CLASS(4, 512), CLASS(5, 1008), CLASS(6, 1344), CLASS(7, KMEM_MAX + KMEM_TAG_EXTRA),
};

static size_t nslabs; /* atomic */

static struct kmem_class *class_for(size_t nbytes)
{
    struct kmem_class *smallest = classes;
    while (smallest->nbytes < nbytes)
        smallest++;
    return smallest;
}

/* Without the lock, so that page_alloc() may reclaim. */
static struct slab *slab_create(struct kmem_class *class)
{
    struct slab *slab = page_alloc_inner();
    if (!slab)
        return NULL;
    *slab = (struct slab){.class = class};
    char *end = (char *)slab + PAGE_SIZE;
    for (char *p = (char *)(slab + 1); p + class->nbytes <= end; p += class->nbytes) {
        struct object *object = (struct object *)p;
        kmem_tag_init(object);
        object->next = slab->free;
        slab->free = object;
    }
    page_set_slab(slab);
    return slab;
}

/* NULL when memory is out.  [class->lock], released and taken again if a page is needed. */
static struct slab *slab_with_free(struct kmem_class *class)
{
    if (list_empty(&class->slabs)) {
        spin_unlock(&class->lock);
        struct slab *slab = slab_create(class);
        spin_lock(&class->lock);
        if (slab) {
            list_push_front(&class->slabs, &slab->link);
            __atomic_fetch_add(&nslabs, 1, __ATOMIC_RELAXED);
        }
    }
    return list_empty(&class->slabs) ? NULL : list_entry(class->slabs.next, struct slab, link);
}

static void *alloc(size_t nbytes, void *pc)
{
    assert(nbytes <= KMEM_MAX);
    if (fail_here())
        return NULL;
    struct kmem_class *class = class_for(nbytes + KMEM_TAG_EXTRA);
    spin_lock(&class->lock);
    struct slab *slab = slab_with_free(class);
    void *allocated = NULL;
    if (slab) {
        struct object *object = slab->free;
        slab->free = object->next;
        slab->used++;
        class->nobjects++;
        if (!slab->free)
            list_remove(&slab->link);
        allocated = kmem_tag_alloc(object, nbytes, pc);
    }
    spin_unlock(&class->lock);
    return allocated;
}

void *kmem_alloc(size_t nbytes)
{
    return alloc(nbytes, __builtin_return_address(0));
}

void *kmem_alloc_zeroed(size_t nbytes)
{
    void *object = alloc(nbytes, __builtin_return_address(0));
    if (object)
        memset(object, 0, nbytes);
    return object;
}

void kmem_free(void *object)
{
    if (!object)
        return;
    struct object *freed = kmem_tag_free(object, __builtin_return_address(0));
    struct slab *slab = (struct slab *)round_down((uint64_t)freed, PAGE_SIZE);
    struct kmem_class *class = slab->class;
    spin_lock(&class->lock);
    assert(slab->used > 0);
    struct object **place = &slab->free;
    if (KMEM_TAG_LAST) {
        if (!slab->free)
            list_push_back(&class->slabs, &slab->link);
        while (*place)
            place = &(*place)->next;
    } else if (!slab->free) {
        list_push_front(&class->slabs, &slab->link);
    }
    freed->next = *place;
    *place = freed;
    class->nobjects--;
    bool empty = --slab->used == 0 && class->slabs.next != class->slabs.prev;
    if (empty) {
        list_remove(&slab->link);
        __atomic_fetch_sub(&nslabs, 1, __ATOMIC_RELAXED);
    }
    spin_unlock(&class->lock);
    if (!empty)
        return;
#ifdef DEBUG
    kmem_tags_visit(slab); /* now: writes to its freed objects could not be found later */
#endif
    page_free(slab);
}

/* ---- counting ---- */

unsigned kmem_size(size_t nbytes)
{
    return class_for(nbytes + KMEM_TAG_EXTRA) - classes;
}

size_t kmem_count(unsigned size, size_t *nbytes)
{
    *nbytes = classes[size].nbytes - KMEM_TAG_EXTRA;
    return classes[size].nobjects;
}

size_t kmem_pages(void)
{
    return __atomic_load_n(&nslabs, __ATOMIC_RELAXED);
}

#ifdef DEBUG
void kmem_tags_visit(void *page)
{
    struct slab *slab = page;
    char *end = (char *)slab + PAGE_SIZE;
    spin_lock(&slab->class->lock);
    for (char *p = (char *)(slab + 1); p + slab->class->nbytes <= end; p += slab->class->nbytes)
        kmem_tag_visit(p);
    spin_unlock(&slab->class->lock);
}

void kmem_tags_print(const void *page, uint64_t addr, bool is_freed)
{
    const struct slab *slab = page;
    uint64_t first = (uint64_t)(slab + 1), nbytes = slab->class->nbytes;
    uint64_t cell = first + (addr - first) / nbytes * nbytes;
    if (addr >= first && cell + nbytes <= (uint64_t)slab + PAGE_SIZE)
        kmem_tag_print_cell((const void *)cell, is_freed);
}
#endif
