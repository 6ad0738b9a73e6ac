/*
 * Small kernel objects, of 1 to KMEM_MAX bytes, 16-byte aligned.  Larger things are pages.
 * Never sleeps; may be called from interrupts.  With DEBUG=1 wrong use panics (debug/kmem_tag.h).
 */
#ifndef MM_KMEM_H
#define MM_KMEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KMEM_MAX 2016

/* The compiler then warns of an object that is too small for its use. */
#define KMEM_ALLOCATES __attribute__((malloc, alloc_size(1)))

KMEM_ALLOCATES void *kmem_alloc(size_t nbytes); /* contents undefined; NULL when memory is out */
KMEM_ALLOCATES void *kmem_alloc_zeroed(size_t nbytes); /* all zero */
void kmem_free(void *object);                          /* NULL is allowed */

/* How many objects there are, by size: the index of the size that an object of nbytes has, and the
 * bytes and number of objects of a size. */
#define KMEM_SIZES 8
unsigned kmem_size(size_t nbytes);
size_t kmem_count(unsigned size, size_t *nbytes);
size_t kmem_pages(void); /* that they are on, those of free objects too */

#ifdef DEBUG
void kmem_tags_visit(void *page); /* kmem_tag_visit() for each object on a page of them */

/* For a panic: if addr lies in an object of the page that is freed (or in use, with is_freed
 * false), prints the object's tag. */
void kmem_tags_print(const void *page, uint64_t addr, bool is_freed);
#endif

#endif
