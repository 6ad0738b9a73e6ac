/* A pc below the offset has no counter, however far below it is and whatever the scale; the one at
 * the offset has the first. */
/* machine: det=1 cpus=1 */
#include "bin_cases.h"

int main(void)
{
    static const uint64_t offsets[] = {1,          2,          3,          65536,     0x400000,
                                       1ull << 32, 1ull << 47, 1ull << 63, UINT64_MAX};
    static const uint32_t scales[] = {1, 2, 0x5555, 0xffff, 0x10000};
    CHECK_EQ(BIN_ONE, 0x10000);
    for (unsigned i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++)
        for (unsigned k = 0; k < sizeof(scales) / sizeof(scales[0]); k++) {
            uint64_t offset = offsets[i];
            bin_want(offset, offset, scales[k], 2, 0);
            bin_refuse(offset - 1, offset, scales[k], BIN_ALL);
            bin_refuse(offset - 1, offset, scales[k], 2);
            bin_refuse(offset / 2, offset, scales[k], BIN_ALL);
            bin_refuse(0, offset, scales[k], BIN_ALL);
        }
    return bin_done();
}
