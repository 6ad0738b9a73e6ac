/*
 * DEBUG=1 adds a tag (tag.h) before each object of kmem, and red zones at both ends of it, which
 * show writes outside it.  A freed object is allocated again after all others of its page
 * (KMEM_TAG_LAST), so that code with an old pointer to it finds it freed, and not in use for
 * something new.  Each mistake is a panic with the places that allocated and freed the object.
 *
 * Without DEBUG=1 all of it is empty: an object is what its slab holds, the "cell".
 */
#ifndef DEBUG_KMEM_TAG_H
#define DEBUG_KMEM_TAG_H

#include "debug/tag.h"
#include <stdbool.h>
#include <stddef.h>

#ifdef DEBUG

struct kmem_tag {
    void *next; /* the slab's, while it is free */
    struct tag tag;
};

#define KMEM_TAG_RED_ZONE 16 /* bytes */
#define KMEM_TAG_LAST     1
#define KMEM_TAG_EXTRA    (sizeof(struct kmem_tag) + KMEM_TAG_RED_ZONE)

void kmem_tag_init(void *cell); /* of a new slab */
void *kmem_tag_alloc(void *cell, size_t nbytes, void *pc);
void *kmem_tag_free(void *object, void *pc); /* returns the cell */

/* Panics if it is free and was written to; prints it if it is left (tag_list()). */
void kmem_tag_visit(const void *cell);

/* Panics if the object has been freed.  NULL is allowed, here and below. */
void kmem_tag_check(const void *object);

void kmem_tag_print_cell(const void *cell, bool is_freed); /* if it is freed, or in use, as said */

#else

#define KMEM_TAG_LAST  0
#define KMEM_TAG_EXTRA 0

#define kmem_tag_init(...)               ((void)0)
#define kmem_tag_alloc(cell, nbytes, pc) ((void)(pc), (cell))
#define kmem_tag_free(object, pc)        (object)
#define kmem_tag_check(...)              ((void)0)

#endif

#endif
