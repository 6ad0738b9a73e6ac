/*
 * DEBUG=1 adds a tag (tag.h) before each object of kmem, and red zones at both ends of it, which
 * show writes outside it.  A freed object is allocated again after all others of its page
 * (KMEM_TAG_LAST), so that code with an old pointer to it finds it freed, and not in use for
 * something new.  Each mistake is a panic with the places that allocated and freed the object.
 *
 * Behind an object of kmem_alloc_counted() stand the places that took and dropped references, and
 * how many: the one that takes more than its counterpart drops, or less, can be seen there.
 *
 * Without DEBUG=1 all of it is empty: an object is what its slab holds, the "cell".
 */
#ifndef DEBUG_KMEM_TAG_H
#define DEBUG_KMEM_TAG_H

#include "debug/tag.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef DEBUG

struct kmem_tag {
    void *next; /* the slab's, while it is free */
    struct tag tag;
};

#define KMEM_TAG_RED_ZONE 16 /* bytes */
#define KMEM_TAG_LAST     1
#define KMEM_TAG_EXTRA    (sizeof(struct kmem_tag) + KMEM_TAG_RED_ZONE)

#define KMEM_TAG_REFS       12 /* places; of more nothing is known */
#define KMEM_TAG_REFS_BYTES (KMEM_TAG_REFS * sizeof(uint64_t) + 7)

void kmem_tag_init(void *cell); /* of a new slab */
void *kmem_tag_alloc(void *cell, size_t nbytes, bool counted, void *pc);
void *kmem_tag_free(void *object, void *pc); /* returns the cell */

/* Panics if it is free and was written to; prints it if it is left (tag_list()). */
void kmem_tag_visit(const void *cell);

/* Panics if the object has been freed.  NULL is allowed, here and below. */
void kmem_tag_check(const void *object);

/* Also panics if the object has been freed; notes that code at pc takes or drops a reference. */
void kmem_tag_takes(void *object, void *pc);
void kmem_tag_drops(void *object, void *pc);
void kmem_tag_no_refs(void *object); /* all have been dropped, and it is used again */

void kmem_tag_print(const void *object);                   /* for a panic: all that is known */
void kmem_tag_print_cell(const void *cell, bool is_freed); /* if it is freed, or in use, as said */

#else

#define KMEM_TAG_LAST       0
#define KMEM_TAG_EXTRA      0
#define KMEM_TAG_REFS_BYTES 0

#define kmem_tag_init(...)                        ((void)0)
#define kmem_tag_alloc(cell, nbytes, counted, pc) ((void)(pc), (cell))
#define kmem_tag_free(object, pc)                 (object)
#define kmem_tag_check(...)                       ((void)0)
#define kmem_tag_takes(object, pc)                ((void)(pc))
#define kmem_tag_drops(...)                       ((void)0)
#define kmem_tag_no_refs(...)                     ((void)0)
#define kmem_tag_print(...)                       ((void)0)

#endif

#endif
