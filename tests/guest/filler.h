/*
 * For the tests of what happens when memory is out: a large mapping, `filler`, whose
 * pages use memory up and free it.  The test maps it, and opens /dev/zero as `zero`.
 */
#ifndef TESTS_GUEST_FILLER_H
#define TESTS_GUEST_FILLER_H

#include "check.h"
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

static char *filler;
static int zero;

/* Touches up to `most` pages, until memory is out; returns how many.  By a system call, as an
 * access of its own that finds no memory would end the program. */
static inline size_t use_pages(size_t from, size_t most)
{
    size_t n = 0;
    errno = 0; /* written once here: then its page is no longer shared, and can be written without
                  memory */
    while (n < most && read(zero, filler + (from + n) * PAGE_SIZE, 1) == 1)
        n++;
    return n;
}

static inline void free_pages(size_t from, size_t n)
{
    char *p = filler + from * PAGE_SIZE;
    CHECK_EQ(munmap(p, n * PAGE_SIZE), 0);
    CHECK(mmap(p, n * PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
               -1, 0) == p);
}

#endif
