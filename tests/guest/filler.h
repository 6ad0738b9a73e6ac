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

/* Whether there are pages for a new pipe with 3 pages of bytes: what a touched page may need, with
 * page tables. */
static inline int is_page_left(void)
{
    static char bytes[3 * PAGE_SIZE];
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    int left = write(ends[1], bytes, sizeof(bytes)) == sizeof(bytes);
    CHECK_EQ(close(ends[0]), 0);
    CHECK_EQ(close(ends[1]), 0);
    return left;
}

/* Touches up to `most` pages, until one or two are left; returns how many.  A pipe's pages are
 * tried first: a touch that finds no memory ends the program that holds most. */
static inline size_t use_pages(size_t from, size_t most)
{
    size_t n = 0;
    errno = 0; /* written once here: then its page is no longer shared, and can be written without
                  memory */
    while (n < most && is_page_left() && read(zero, filler + (from + n) * PAGE_SIZE, 1) == 1)
        n++;
    return n;
}

/* After use_pages(): takes the one or two pages that it left. */
static inline void use_rest(void)
{
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    while (write(ends[1], filler, PAGE_SIZE) == PAGE_SIZE)
        continue;
    CHECK_EQ(errno, ENOMEM);
}

static inline void free_pages(size_t from, size_t n)
{
    char *p = filler + from * PAGE_SIZE;
    CHECK_EQ(munmap(p, n * PAGE_SIZE), 0);
    CHECK(mmap(p, n * PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
               -1, 0) == p);
}

#endif
