/*
 * Which counter a program counter belongs to.  Pure arithmetic: no state, no kernel header, the
 * same code in the kernel and in the host's tests.
 *
 *     byte = (pc - offset) * scale / 65536, truncated once;  counter = byte / 2
 *
 * as if computed with unlimited precision.  Source: 4.4BSD profil(2).
 *
 * Comments that begin with @ are ACSL, Frama-C's specification language, in which arithmetic is
 * that of the integers: nothing overflows or wraps around.  `make prove` proves that prof_bin()
 * does what they say, for all arguments.
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

/*
 * The product (pc - offset) * scale needs up to 80 bits.  Split d = pc - offset into
 * high * 65536 + low:
 *
 *     d * scale / 65536  =  high * scale + low * scale / 65536
 *
 * where the first term is whole, so truncating the second truncates the sum.  With high < 2^48,
 * scale <= 2^16 and low < 2^16 the sum is at most (2^48 - 1) * 2^16 + 2^16 - 1 = 2^64 - 1: nothing
 * overflows.  The two assertions are the steps of this argument; `make prove` proves each, and
 * from them the contract.
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
    if (pc < offset)
        return false;
    uint64_t d = pc - offset;
    /*@ assert d * scale == d / PROF_ONE * scale * PROF_ONE + d % PROF_ONE * scale; */
    uint64_t byte = d / PROF_ONE * scale + d % PROF_ONE * scale / PROF_ONE;
    /*@ assert byte == prof_byte(pc, offset, scale); */
    if (byte / 2 >= nbytes / 2)
        return false;
    *counter = byte / 2;
    return true;
}

#endif
