/*
 * For the tests of files: what stat returns, every byte of it.
 */
#ifndef TESTS_GUEST_STAT_OF_H
#define TESTS_GUEST_STAT_OF_H

#include "check.h"
#include <string.h>
#include <sys/stat.h>

static inline struct stat stat_of(const char *path)
{
    struct stat st;
    memset(&st, 0xaa, sizeof(st));
    CHECK_EQ(stat(path, &st), 0);
    return st;
}

#endif
