/*
 * Which counter a program counter belongs to.  Pure arithmetic: no state, no kernel header, the
 * same code in the kernel and in the tests.
 *
 *     byte = (pc - offset) * scale / 65536, truncated once;  counter = byte / 2
 *
 * as if computed with unlimited precision.  Source: 4.4BSD profil(2).
 *
 * This is where lab 1 begins, see doc/course/1-bin/handout.md.
 *
 * Comments that begin with @ are ACSL, Frama-C's specification language, in which arithmetic is
 * that of the integers: nothing overflows or wraps around.  They say once more, and exactly, what
 * the function does.
 */
#ifndef PROF_BIN_H
#define PROF_BIN_H

#include <stdbool.h>
#include <stdint.h>

#define PROF_ONE 65536u /* the scale that maps a byte of code to a byte of counters */

/*@
    logic integer prof_byte(integer pc, integer offset, integer scale) =
        (pc - offset) * scale / 65536;
    logic integer prof_counter(integer pc, integer offset, integer scale) =
        prof_byte(pc, offset, scale) / 2;
*/

/* Stores the index of pc's 16-bit counter and returns true; or returns false, storing nothing, if
 * pc < offset or the counter does not lie wholly within the first nbytes bytes.
 * scale is at most 65536. */
/*@
    requires scale <= 65536;
    requires \valid(counter);
    assigns *counter;

    behavior inside:
        assumes pc >= offset;
        assumes 2 * prof_counter(pc, offset, scale) + 2 <= nbytes;
        ensures \result;
        ensures *counter == prof_counter(pc, offset, scale);

    behavior outside:
        assumes pc < offset || 2 * prof_counter(pc, offset, scale) + 2 > nbytes;
        assigns \nothing;
        ensures !\result;

    complete behaviors;
    disjoint behaviors;
*/
static inline bool prof_bin(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes,
                            uint64_t *counter)
{
    /* To write: so far no pc has a counter. */
    (void)pc;
    (void)offset;
    (void)scale;
    (void)nbytes;
    (void)counter;
    return false;
}

#endif
