/* The counter of each distance in turn from 1 on, found by adding: the next one begins whenever the
 * scales that were added up reach two bytes, 131072.  Arguments: scales. */
/* machine: det=1 cpus=1 */
#include "bin_cases.h"
#include <stdlib.h>

#define DISTANCES 200000
#define TWO_BYTES 131072u

static void walk(uint64_t offset, uint32_t scale)
{
    uint64_t counter = 0;
    uint32_t part = 0; /* of that counter */
    for (uint64_t distance = 1; distance < DISTANCES; distance++) {
        part += scale;
        if (part >= TWO_BYTES) {
            part -= TWO_BYTES;
            counter++;
        }
        bin_want(offset + distance, offset, scale, BIN_ALL, counter);
    }
}

int main(int argc, char **argv)
{
    CHECK(argc > 1);
    for (int i = 1; i < argc; i++)
        walk(0x400000, (uint32_t)strtoul(argv[i], NULL, 0));
    return bin_done();
}
