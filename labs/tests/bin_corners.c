/* Each corner with each other: distances, offsets, scales and buffers next to where something
 * changes, against the definition in integers of 128 bits. */
/* machine: det=1 cpus=1 */
#include "bin_cases.h"

#define N(array) (sizeof(array) / sizeof(*(array)))

static const uint64_t places[] = {
    0,
    1,
    2,
    3,
    0xffff,
    0x10000,
    0x1ffff,
    0x20000,
    0x20001,
    (1ull << 31) + 1,
    (1ull << 32) - 1,
    (1ull << 32) + 16,
    (1ull << 47) - 1,
    1ull << 48,
    (1ull << 48) + 0x18003,
    (1ull << 63) - 1,
    (1ull << 63) + 2,
    UINT64_MAX - 1,
    UINT64_MAX,
};
static const uint32_t scales[] = {0,      1,      2,      3,      0x1234, 0x5555, 0x7fff,
                                  0x8000, 0x8001, 0xaaaa, 0xfffe, 0xffff, 0x10000};

static void try(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes)
{
    unsigned __int128 counter = (unsigned __int128)(pc - offset) * scale / 0x20000;
    if (pc < offset || 2 * counter + 2 > nbytes)
        bin_refuse(BIN_ARGUMENTS);
    else
        bin_want(BIN_ARGUMENTS, (uint64_t)counter);
}

static void each_buffer(uint64_t pc, uint64_t offset, uint32_t scale)
{
    uint64_t byte = (uint64_t)((unsigned __int128)(pc - offset) * scale >> 16);
    for (uint64_t nbytes = 0; nbytes <= 5; nbytes++)
        try(pc, offset, scale, nbytes);
    for (uint64_t nbytes = byte - 3; nbytes != byte + 4; nbytes++)
        try(pc, offset, scale, nbytes);
    for (unsigned i = 0; i < N(places); i++)
        try(pc, offset, scale, places[i]);
}

int main(void)
{
    CHECK_EQ(BIN_ONE, 0x10000);
    for (unsigned p = 0; p < N(places); p++)
        for (unsigned o = 0; o < N(places); o++)
            for (unsigned s = 0; s < N(scales); s++)
                each_buffer(places[p], places[o], scales[s]);
    return bin_done();
}
