/*
 * For the tests of what happens when memory is out: a large mapping, `filler`, to take pages with
 * and give them back.  The test maps it, and opens /dev/zero as `zero`.
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

/* Touches pages until memory is out; by a call, as a program's own access would be its end. */
static inline size_t take(size_t from, size_t most)
{
    size_t n = 0;
    errno = 0; /* on a page of this process's own, by the time it is set again */
    while (n < most && read(zero, filler + (from + n) * PAGE_SIZE, 1) == 1)
        n++;
    return n;
}

static inline void give_back(size_t from, size_t n)
{
    char *p = filler + from * PAGE_SIZE;
    CHECK_EQ(munmap(p, n * PAGE_SIZE), 0);
    CHECK(mmap(p, n * PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
               -1, 0) == p);
}

#endif
