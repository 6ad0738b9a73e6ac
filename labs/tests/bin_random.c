/* Many cases, each magnitude as likely as another, against the definition in integers of 128 bits.
 * Arguments: near, distances below 2^32; far, all. */
/* machine: det=1 cpus=1 */
#include "bin_cases.h"

#define CASES 200000

static uint64_t next_random(void)
{
    static uint64_t state = 0x2545f4914f6cdd1d;
    state += 0x9e3779b97f4a7c15;
    uint64_t mixed = (state ^ state >> 31) * 0xbf58476d1ce4e5b9;
    return mixed ^ mixed >> 29;
}

/* Often next to a power of two. */
static uint64_t any(unsigned bits)
{
    uint64_t all = next_random() >> (64 - bits);
    if (next_random() % 4 == 0)
        return (1ull << next_random() % bits) + next_random() % 5 - 2;
    return all >> next_random() % bits;
}

static void try(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes)
{
    unsigned __int128 counter = (unsigned __int128)(pc - offset) * scale / 0x20000;
    if (pc < offset || 2 * counter + 2 > nbytes)
        bin_refuse(BIN_ARGUMENTS);
    else
        bin_want(BIN_ARGUMENTS, (uint64_t)counter);
}

int main(int argc, char **argv)
{
    CHECK_EQ(argc, 2);
    unsigned bits = strcmp(argv[1], "near") == 0 ? 32 : 64;
    for (int i = 0; i < CASES; i++) {
        uint64_t offset = any(64), distance = any(bits);
        uint32_t scale = next_random() % 8 ? next_random() % 65537 : any(16) % 65537;
        uint64_t end = (uint64_t)((unsigned __int128)distance * scale >> 16);
        uint64_t nbytes = next_random() % 4 == 0 ? any(64) : end + next_random() % 7 - 2;
        uint64_t pc = next_random() % 16 == 0 ? any(64) : offset + distance;
        try(pc, offset, scale, nbytes);
    }
    return bin_done();
}
