/*
 * For tests with parts that the labs give points for one by one: the arguments are the names of the
 * parts to run, and without any all run.
 */
#ifndef TESTS_GUEST_PARTS_H
#define TESTS_GUEST_PARTS_H

#include "check.h"
#include <stddef.h>

struct part {
    const char *name;
    void (*run)(void);
};

static inline int run_parts(const struct part *parts, size_t n, int argc, char **argv)
{
    for (size_t i = 0; i < n && argc < 2; i++)
        parts[i].run();
    for (int a = 1; a < argc; a++) {
        size_t i = 0;
        while (i < n && strcmp(argv[a], parts[i].name) != 0)
            i++;
        if (i == n)
            FAIL("no part is called %s", argv[a]);
        parts[i].run();
    }
    return 0;
}

#define RUN_PARTS(parts, argc, argv) \
    run_parts(parts, sizeof(parts) / sizeof((parts)[0]), argc, argv)

#endif
