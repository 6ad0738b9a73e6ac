/* What the tests of lab 1 are linked with (bin_cases.h): the only file in them that a submission's
 * header is part of.  The grader compiles it where no test is. */
#include "prof/bin.h"
#include <stdbool.h>
#include <stdint.h>

bool bin_ask(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes, uint64_t *counter);

bool bin_ask(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes, uint64_t *counter)
{
    return prof_bin(pc, offset, scale, nbytes, counter);
}
