/* The last line of each test of lab 1 includes this (bin_cases.h). */
#ifndef LABS_BIN_ASK_H
#define LABS_BIN_ASK_H

#include "prof/bin.h"
#include <stdbool.h>
#include <stdint.h>

__attribute__((noinline)) static bool bin_ask(uint64_t pc, uint64_t offset, uint32_t scale,
                                              uint64_t nbytes, uint64_t *counter)
{
    return prof_bin(pc, offset, scale, nbytes, counter);
}

#endif
