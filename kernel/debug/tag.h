/*
 * DEBUG=1 adds a tag to each page, in the allocator's table, and to each object of kmem
 * (kmem_tag.h).  It says where the memory was allocated and freed.  Freed memory is filled with
 * DEBUG_FREED, and must still be when it is allocated again, or when the machine is powered off.
 * New memory is filled with DEBUG_NEW, so that nobody relies on zeros.
 *
 * Each tag gets a serial number when its memory is allocated: so leaks, which has counted too much
 * after a command, can ask which code allocated what is left (abi/kstat.h).
 *
 * Without DEBUG=1 all of it is empty.
 */
#ifndef DEBUG_TAG_H
#define DEBUG_TAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef DEBUG

enum { TAG_NEVER, TAG_LIVE = 0x4c56, TAG_SLAB = 0x534c, TAG_FREED = 0x4652 };

/* Changed when the memory is allocated or freed, under its allocator's lock. */
struct tag {
    uint32_t serial;
    uint16_t state;  /* TAG_, unlike other contents of memory; SLAB: a page of objects, with tags */
    uint16_t nbytes; /* kmem_tag.c's, of an object */
    uint64_t alloc_pc, free_pc;
};

/* The memory is aligned to 8 bytes, and nbytes a multiple of 8. */
void tag_alloc(struct tag *tag, void *memory, size_t nbytes, void *pc);
void tag_free(struct tag *tag, void *memory, size_t nbytes, void *pc);

void tag_print(const struct tag *tag); /* for a panic: where it was allocated and freed */

/* Panics if the memory is free and was written to. */
void tag_check(const struct tag *tag, const void *memory, size_t nbytes);
void tag_check_all(void); /* of all pages and objects */

uint32_t tag_serial(void); /* the last number */

/* Prints of each place one page or object that it allocated, that is in use, and that has a higher
 * number.  First frees memory that is only kept for later. */
void tag_list(uint32_t since);
bool tag_is_left(const struct tag *tag); /* for page_tags_visit(): print it.  [the pages' lock] */

#else

struct tag {
};

#define tag_alloc(tag, memory, nbytes, pc) ((void)(pc))
#define tag_free(...)                      ((void)0)
#define tag_print(tag)                     ((void)(tag))
#define tag_serial()                       0
#define tag_list(since)                    ((void)(since))
#define tag_check_all()                    ((void)0)

#endif

#endif
