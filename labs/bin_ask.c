/* The only file of lab 1's tests that includes a submission's header (bin_cases.h).  The grader
 * compiles it where no test is, and links each test with it. */
#include "prof/bin.h"
#include <stdbool.h>
#include <stdint.h>

bool bin_ask(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes, uint64_t *counter);

bool bin_ask(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes, uint64_t *counter)
{
    return prof_bin(pc, offset, scale, nbytes, counter);
}
