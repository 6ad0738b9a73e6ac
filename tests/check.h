/*
 * For the tests in C, on the host and in the machine: the first check that does not hold prints
 * where it stands and what it saw, and ends the process with status 1.
 */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <stdio.h>
#include <string.h>

/* Not by <stdlib.h>, whose types on the host are not the kernel's: tests of its sources use both.
 */
_Noreturn void exit(int status);

/* A graded test tells which of its checks held (labs/graded.c). */
#ifdef GRADED
#include "graded.h"
__attribute__((weak)) const char graded_source[] = __BASE_FILE__;
#define GRADED_PASS                                                            \
    do {                                                                       \
        static struct graded_site site = {.file = __FILE__, .line = __LINE__}; \
        graded_pass(&site);                                                    \
    } while (0)
#define GRADED_FAIL graded_fail()
#else
#define GRADED_PASS ((void)0)
#define GRADED_FAIL ((void)0)
#endif

#define FAIL(...)                                       \
    do {                                                \
        fprintf(stderr, "%s:%d: ", __FILE__, __LINE__); \
        fprintf(stderr, __VA_ARGS__);                   \
        fputc('\n', stderr);                            \
        GRADED_FAIL;                                    \
        exit(1);                                        \
    } while (0)

#define CHECK(condition)                           \
    do {                                           \
        if (!(condition))                          \
            FAIL("does not hold: %s", #condition); \
        GRADED_PASS;                               \
    } while (0)

/* Both are integers, and are shown as such. */
#define CHECK_EQ(got, want)                                                                  \
    do {                                                                                     \
        long long got_value = (long long)(got), want_value = (long long)(want);              \
        if (got_value != want_value)                                                         \
            FAIL("%s is %lld (0x%llx), not %lld (0x%llx)", #got, got_value,                  \
                 (unsigned long long)got_value, want_value, (unsigned long long)want_value); \
        GRADED_PASS;                                                                         \
    } while (0)

/* least <= value <= most, all of them integers. */
#define CHECK_IN(got, least, most)                                                              \
    do {                                                                                        \
        long long got_value = (long long)(got);                                                 \
        long long least_value = (long long)(least), most_value = (long long)(most);             \
        if (got_value < least_value || got_value > most_value)                                  \
            FAIL("%s is %lld, not in %lld ... %lld", #got, got_value, least_value, most_value); \
        GRADED_PASS;                                                                            \
    } while (0)

#define CHECK_STR(got, want)                                                                   \
    do {                                                                                       \
        const char *got_text = (got), *want_text = (want);                                     \
        if (!got_text || strcmp(got_text, want_text) != 0)                                     \
            FAIL("%s is \"%s\", not \"%s\"", #got, got_text ? got_text : "(null)", want_text); \
        GRADED_PASS;                                                                           \
    } while (0)

/* The call returns -1 with that errno (<errno.h>) ... */
#define CHECK_FAILS(call, error) \
    do {                         \
        errno = 0;               \
        CHECK_EQ(call, -1);      \
        CHECK_EQ(errno, error);  \
    } while (0)

/* ... or NULL. */
#define CHECK_NULL(call, error) \
    do {                        \
        errno = 0;              \
        CHECK(!(call));         \
        CHECK_EQ(errno, error); \
    } while (0)

#endif
