/* What is not answered with a counter stores none: the kernel's variable keeps its value. */
/* machine: det=1 cpus=1 */
#include "bin_cases.h"

static void stores_nothing(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes)
{
    uint64_t counter = BIN_BEFORE;
    if (bin_ask(BIN_ARGUMENTS, &counter))
        FAIL(BIN_CALL ": true, not false", BIN_ARGUMENTS);
    if (counter != BIN_BEFORE)
        FAIL(BIN_CALL ": false, and yet it stored %#lx", BIN_ARGUMENTS, counter);
    bin_note(pc);
}

int main(void)
{
    bin_want(0x1002, 0x1000, 0x10000, 4, 1);
    stores_nothing(0x0fff, 0x1000, 0x10000, 4); /* below */
    stores_nothing(0x1004, 0x1000, 0x10000, 4); /* behind the last */
    stores_nothing(0x1002, 0x1000, 0x10000, 3); /* half a counter */
    stores_nothing(0x1000, 0x1000, 0x10000, 0); /* no buffer */
    stores_nothing(0x1000, 0x1000, 1, 1);
    return bin_done();
}
