/* Checks of the C library's host tests: a failed one tells where and what, and counts. */
#ifndef LIBC_CHECK_H
#define LIBC_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int failures;

#define CHECK(ok, ...)                                               \
    do {                                                             \
        if (!(ok)) {                                                 \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #ok); \
            fprintf(stderr, __VA_ARGS__);                            \
            fputc('\n', stderr);                                     \
            if (++failures == 20)                                    \
                exit(1);                                             \
        }                                                            \
    } while (0)

/* The same sequence in every run (Marsaglia, "Xorshift RNGs", 2003). */
static inline uint64_t draw(void)
{
    static uint64_t x = 88172645463325252u;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return x;
}

static inline unsigned draw_below(unsigned n)
{
    return (draw() >> 20) % n;
}

static inline int verdict(const char *name)
{
    if (failures == 0)
        printf("%s: ok\n", name);
    return failures != 0;
}

#endif
