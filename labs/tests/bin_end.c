/* Where the counters end: a counter is one only with both of its bytes.  Arguments: of what. */
/* machine: det=1 cpus=1 */
#include "bin_cases.h"

#define OFFSET 0x400000ul

/* Code of `each` bytes has a counter, and there is room for `counters`. */
static void end_at(uint32_t scale, uint64_t each, uint64_t nbytes, uint64_t counters)
{
    for (uint64_t distance = 1; distance < each * (counters + 3); distance++)
        if (distance < each * counters)
            bin_want(OFFSET + distance, OFFSET, scale, nbytes, distance / each);
        else
            bin_refuse(OFFSET + distance, OFFSET, scale, nbytes);
}

static void even(void)
{
    for (uint64_t counters = 1; counters < 40; counters++) {
        end_at(0x10000, 2, 2 * counters, counters);
        end_at(0x4000, 8, 2 * counters, counters);
        end_at(0x200, 256, 2 * counters, counters);
    }
}

static void odd(void)
{
    for (uint64_t counters = 1; counters < 40; counters++) {
        end_at(0x10000, 2, 2 * counters + 1, counters);
        end_at(0x4000, 8, 2 * counters + 1, counters);
        end_at(0x200, 256, 2 * counters + 1, counters);
    }
}

/* Bytes that no counter fits in: at no scale, and with 2 bytes it does. */
static void none(void)
{
    static const uint32_t scales[] = {1, 2, 3, 0x5555, 0xffff, 0x10000};
    for (unsigned i = 0; i < sizeof(scales) / sizeof(scales[0]); i++) {
        bin_want(OFFSET + 1, OFFSET, scales[i], 2, 0);
        bin_want(OFFSET + 1, OFFSET, scales[i], 3, 0);
        for (uint64_t distance = 0; distance < 10; distance++) {
            bin_refuse(OFFSET + distance, OFFSET, scales[i], 0);
            bin_refuse(OFFSET + distance, OFFSET, scales[i], 1);
        }
    }
}

/* As many bytes as there can be: the end of the last counter is no number of 64 bits. */
static void huge(void)
{
    const uint64_t last = (1ull << 63) - 1;
    bin_want(0xfffffffffffffffd, 0, 0x10000, BIN_ALL, last - 1);
    bin_want(0xfffffffffffffffc, 0, 0x10000, 0xfffffffffffffffe, last - 1);
    bin_refuse(0xfffffffffffffffe, 0, 0x10000, BIN_ALL);
    bin_refuse(0xffffffffffffffff, 0, 0x10000, BIN_ALL);
    bin_refuse(0xffffffffffffffff, 0, 0x10000, 0xfffffffffffffffe);
    bin_refuse(0xffffffffffffffff, 0, 0x10000, 4);
    bin_want(0xffffffffffffffff, 0, 0x8000, BIN_ALL, last / 2);
    bin_want(0xffffffffffffffff, 0, 0x8000, 1ull << 63, last / 2);
    bin_refuse(0xffffffffffffffff, 0, 0x8000, last);
    bin_refuse(0xfffffffffffffffe, 2, 0x10000, 0xfffffffffffffffc);
    bin_want(0xfffffffffffffffd, 2, 0x10000, 0xfffffffffffffffc, last - 2);
}

int main(int argc, char **argv)
{
    CHECK_EQ(argc, 2);
    if (strcmp(argv[1], "even") == 0)
        even();
    else if (strcmp(argv[1], "odd") == 0)
        odd();
    else if (strcmp(argv[1], "none") == 0)
        none();
    else
        huge();
    return bin_done();
}
