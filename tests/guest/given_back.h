/*
 * For the tests that memory comes back: how many pages a program can have.  A test measures, does
 * what it is about, and measures again; SLACK is what the kernel may keep for later.
 */
#ifndef TESTS_GUEST_GIVEN_BACK_H
#define TESTS_GUEST_GIVEN_BACK_H

#include "child.h"
#include "filler.h"
#include <fcntl.h>

#define FILLER (256 << 20) /* more than the machine has */
#define SLACK  80          /* the disk's cache alone may keep 64 */

static inline void tell_how_many(struct channel c)
{
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    zero = open("/dev/zero", O_RDONLY);
    size_t n = take(0, FILLER / PAGE_SIZE);
    CHECK(n < FILLER / PAGE_SIZE);
    CHECK_EQ(munmap(filler, FILLER), 0);
    CHECK_EQ(write(c.out, &n, sizeof(n)), sizeof(n));
}

static inline size_t pages_to_be_had(void)
{
    size_t n;
    struct channel c = channel_make();
    CHECK_EQ(IN_CHILD(tell_how_many(c)), 0);
    CHECK_EQ(read(c.in, &n, sizeof(n)), sizeof(n));
    channel_close(c);
    return n;
}

/* `what` is what was done since `before` was measured. */
static inline void check_given_back(size_t before, const char *what)
{
    size_t now = pages_to_be_had();
    if (now + SLACK < before)
        FAIL("%s: a program can have %zu pages, %zu before", what, now, before);
}

#endif
