/* The time for tests that compare moments. */
#ifndef TESTS_GUEST_NOW_H
#define TESTS_GUEST_NOW_H

#include "check.h"
#include <stdint.h>
#include <time.h>

/* Since the boot. */
static inline int64_t now_ns(void)
{
    struct timespec now;
    CHECK_EQ(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    return now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
