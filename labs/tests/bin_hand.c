/* Counters worked out by hand, each from several offsets.  Arguments: which table. */
/* machine: det=1 cpus=1 */
#include "bin_cases.h"

static void each_offset(uint32_t scale, uint64_t distance, uint64_t want)
{
    static const uint64_t offsets[] = {0, 1, 2, 0x400000, 1ull << 32, (1ull << 47) - 4096};
    for (unsigned i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++)
        bin_want(offsets[i] + distance, offsets[i], scale, BIN_ALL, want);
}

/* A whole byte of counters, and a half, for a byte of code. */
static void whole(void)
{
    each_offset(0x10000, 1, 0);
    each_offset(0x10000, 2, 1);
    each_offset(0x10000, 3, 1);
    each_offset(0x10000, 4, 2);
    each_offset(0x8000, 3, 0);
    each_offset(0x8000, 4, 1);
    each_offset(0x4000, 7, 0);
    each_offset(0x4000, 8, 1);
    each_offset(0x4000, 15, 1);
    each_offset(0x4000, 16, 2);
}

/* The distance is odd where a counter begins, and it does not begin everywhere after as many
 * bytes. */
static void odd(void)
{
    each_offset(0xffff, 2, 0);  /* 1.99997 bytes */
    each_offset(0xffff, 3, 1);  /* 2.99995 */
    each_offset(0xffff, 4, 1);  /* 3.99994 */
    each_offset(0xffff, 5, 2);  /* 4.99992 */
    each_offset(0x5555, 5, 0);  /* 1.66664 */
    each_offset(0x5555, 6, 0);  /* 1.99997 */
    each_offset(0x5555, 7, 1);  /* 2.33330 */
    each_offset(0x5555, 12, 1); /* 3.99994 */
    each_offset(0x5555, 13, 2); /* 4.33327 */
    each_offset(0xc000, 2, 0);  /* 1.5 */
    each_offset(0xc000, 3, 1);  /* 2.25 */
    each_offset(0xc000, 5, 1);  /* 3.75 */
    each_offset(0xc000, 6, 2);  /* 4.5 */
}

/* The least scales. */
static void least(void)
{
    each_offset(0, 1, 0);
    each_offset(0, 200000, 0);
    each_offset(1, 65536, 0);
    each_offset(1, 131071, 0);
    each_offset(1, 131072, 1);
    each_offset(1, 262143, 1);
    each_offset(2, 65535, 0);
    each_offset(2, 65536, 1);
    each_offset(3, 43690, 0); /* 131070 / 65536: 1.99997 bytes */
    each_offset(3, 43691, 1); /* 131073 / 65536: 2.00002 */
}

int main(int argc, char **argv)
{
    CHECK_EQ(argc, 2);
    if (strcmp(argv[1], "whole") == 0)
        whole();
    else if (strcmp(argv[1], "odd") == 0)
        odd();
    else
        least();
    return bin_done();
}
