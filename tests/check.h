/*
 * For the tests in C, on the host and in the machine: the first check that does not hold prints
 * where it stands and what it saw, and ends the process with status 1.
 */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define FAIL(...)                                       \
    do {                                                \
        fprintf(stderr, "%s:%d: ", __FILE__, __LINE__); \
        fprintf(stderr, __VA_ARGS__);                   \
        fputc('\n', stderr);                            \
        exit(1);                                        \
    } while (0)

#define CHECK(condition)                           \
    do {                                           \
        if (!(condition))                          \
            FAIL("does not hold: %s", #condition); \
    } while (0)

/* Both are integers, and are shown as such. */
#define CHECK_EQ(got, want)                                                                  \
    do {                                                                                     \
        long long got_value = (long long)(got), want_value = (long long)(want);              \
        if (got_value != want_value)                                                         \
            FAIL("%s is %lld (0x%llx), not %lld (0x%llx)", #got, got_value,                  \
                 (unsigned long long)got_value, want_value, (unsigned long long)want_value); \
    } while (0)

#endif
