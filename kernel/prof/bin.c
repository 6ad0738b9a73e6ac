#include "prof/bin.h"

#define ONE 65536u /* the scale that maps a byte of code to a byte of counters */

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
bool prof_bin(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes, uint64_t *counter)
{
    if (pc < offset)
        return false;
    uint64_t d = pc - offset;
    /*@ assert d * scale == d / ONE * scale * ONE + d % ONE * scale; */
    uint64_t byte = d / ONE * scale + d % ONE * scale / ONE;
    /*@ assert byte == prof_byte(pc, offset, scale); */
    if (byte / 2 >= nbytes / 2)
        return false;
    *counter = byte / 2;
    return true;
}
