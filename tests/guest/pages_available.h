/*
 * For the tests that memory is freed: how many pages a program can have.  A test measures, does
 * what it is about, and measures again; SLACK is what the kernel may keep for later.
 */
#ifndef TESTS_GUEST_PAGES_AVAILABLE_H
#define TESTS_GUEST_PAGES_AVAILABLE_H

#include "child.h"
#include "filler.h"
#include <fcntl.h>

#define FILLER (256 << 20) /* more than the machine has */
#define SLACK  80          /* the disk's cache alone may keep 64 */

static inline void count_pages(struct channel c)
{
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    zero = open("/dev/zero", O_RDONLY);
    size_t n = use_pages(0, FILLER / PAGE_SIZE);
    CHECK(n < FILLER / PAGE_SIZE);
    CHECK_EQ(munmap(filler, FILLER), 0);
    CHECK_EQ(write(c.out, &n, sizeof(n)), sizeof(n));
}

static inline size_t pages_available(void)
{
    struct channel c = channel_open();
    CHECK_EQ(IN_CHILD(count_pages(c)), 0);
    size_t n;
    CHECK_EQ(read(c.in, &n, sizeof(n)), sizeof(n));
    channel_close(c);
    return n;
}

/* To begin with: what measuring itself needs is allocated by then. */
static inline size_t pages_at_start(void)
{
    pages_available();
    return pages_available();
}

/* `what` is what was done since `before` was measured. */
static inline void check_freed(size_t before, const char *what)
{
    size_t now = pages_available();
    if (now + SLACK < before)
        FAIL("%s: a program can have %zu pages, %zu before", what, now, before);
}

#endif
