/*
 * For the tests of lab 1: each calls prof_bin() (kernel/prof/bin.h) as the kernel does, by
 * bin_ask(), and compares what it answers with what it must.
 *
 * The header that is tested is part of the test program, and could change what a check means.  So
 * it is compiled apart, in bin_ask.c: it sees nothing of a test's text.  And the answers themselves
 * are summed up, and the sum is told to the grader, which knows it.  A header that finds the answer
 * in its caller's frame has that sum; it passes bin_never, too.
 */
#ifndef LABS_BIN_CASES_H
#define LABS_BIN_CASES_H

#include "check.h"
#include <stdbool.h>
#include <stdint.h>

#define BIN_ALL UINT64_MAX /* a buffer that has each counter but the last */
#define BIN_ONE 0x10000u   /* the scale of a byte of counters for a byte of code */

/* What the counter holds before each call, the same for all: it must not tell the answer. */
#define BIN_BEFORE 0x5a5a5a5a5a5a5a5a

/* prof_bin(), in bin_ask.c. */
bool bin_ask(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes, uint64_t *counter);

static uint64_t bin_sum = 0xcbf29ce484222325;

static inline void bin_note(uint64_t answer)
{
    bin_sum = (bin_sum ^ answer) * 0x100000001b3;
    bin_sum ^= bin_sum >> 29;
}

/* What was called, for a message. */
#define BIN_CALL      "prof_bin(pc %#lx, offset %#lx, scale %#x, nbytes %#lx)"
#define BIN_ARGUMENTS pc, offset, scale, nbytes

/* The pc has that counter. */
static inline void bin_want(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes,
                            uint64_t want)
{
    uint64_t counter = BIN_BEFORE;
    if (!bin_ask(BIN_ARGUMENTS, &counter))
        FAIL(BIN_CALL ": false, not counter %lu", BIN_ARGUMENTS, want);
    if (counter != want)
        FAIL(BIN_CALL ": counter %lu, not %lu", BIN_ARGUMENTS, counter, want);
    bin_note(counter);
}

/* The pc has none. */
static inline void bin_refuse(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes)
{
    uint64_t counter = BIN_BEFORE;
    if (bin_ask(BIN_ARGUMENTS, &counter))
        FAIL(BIN_CALL ": counter %lu, not false", BIN_ARGUMENTS, counter);
    bin_note(~counter ^ pc);
}

/* The last statement of each test. */
static inline int bin_done(void)
{
#ifdef GRADED
    static struct graded_site answers = {.file = "answers"};
    answers.line = bin_sum >> 33;
    graded_pass(&answers);
#endif
    return 0;
}

#endif
