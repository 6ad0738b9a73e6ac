/*
 * Small kernel objects, of 1 to KMEM_MAX bytes, 16-byte aligned.  Larger things are pages.
 * Never sleeps; may be called from interrupts.  With DEBUG=1 wrong use panics (mm/kmem_tag.h).
 */
#ifndef MM_KMEM_H
#define MM_KMEM_H

#include <stddef.h>

#define KMEM_MAX 2016

void *kmem_alloc(size_t nbytes);        /* contents undefined; NULL when memory is out */
void *kmem_alloc_zeroed(size_t nbytes); /* all zero */
void kmem_free(void *object);           /* NULL is allowed */

#endif
