/*
 * For tests with parts that the labs give points for one by one: an argument is the name of the
 * part to run, and without one all run.
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
    int ran = 0;
    for (size_t i = 0; i < n; i++)
        if (argc < 2 || strcmp(argv[1], parts[i].name) == 0) {
            parts[i].run();
            ran++;
        }
    if (ran == 0)
        FAIL("no part is called %s", argv[1]);
    return 0;
}

#define RUN_PARTS(parts, argc, argv) \
    run_parts(parts, sizeof(parts) / sizeof((parts)[0]), argc, argv)

#endif
