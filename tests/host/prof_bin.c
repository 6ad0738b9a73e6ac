/*
 * The kernel's pc-to-bin arithmetic (kernel/prof/bin.h) against a reference that computes the whole
 * product in 128 bits, straight from the definition.  Prints the number of cases compared.
 */
/* manual: bsd44, DESCRIPTION: relation */
/* manual: statements, BIN: above-32-bits every-distance */
/* sources: */
#include "prof/bin.h"
#include <stdio.h>
#include <stdlib.h>

static unsigned long cases, failures;

static bool reference(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes,
                      uint64_t *counter)
{
    if (pc < offset)
        return false;
    unsigned __int128 byte = (unsigned __int128)(pc - offset) * scale >> 16;
    unsigned __int128 index = byte / 2;
    if (2 * index + 2 > nbytes)
        return false;
    *counter = index;
    return true;
}

static void compare(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes)
{
    uint64_t want = 12345, got = 12345; /* must be left alone when the answer is no */
    bool want_in = reference(pc, offset, scale, nbytes, &want);
    bool got_in = prof_bin(pc, offset, scale, nbytes, &got);
    cases++;
    if (want_in == got_in && want == got)
        return;
    if (failures++ < 10)
        printf("pc %#lx offset %#lx scale %#x nbytes %#lx: want %d/%lu, got %d/%lu\n", pc, offset,
               scale, nbytes, want_in, want, got_in, got);
}

/* A hand-computed case: d = pc - offset lands in the given counter, whatever the offset. */
static void hand(uint32_t scale, uint64_t d, uint64_t want)
{
    static const uint64_t offsets[] = {0, 2, 0x400000, 1ull << 32, (1ull << 47) - 4096};
    for (unsigned i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
        uint64_t got = UINT64_MAX;
        cases++;
        if (prof_bin(offsets[i] + d, offsets[i], scale, UINT64_MAX, &got) && got == want)
            continue;
        failures++;
        printf("scale %#x d %lu: want counter %lu, got %lu\n", scale, d, want, got);
    }
}

static void hand_values(void)
{
    hand(0x10000, 0, 0), hand(0x10000, 1, 0), hand(0x10000, 2, 1);
    hand(0xffff, 2, 0), hand(0xffff, 3, 1), hand(0xffff, 4, 1);
    hand(0x8000, 3, 0), hand(0x8000, 4, 1);
    hand(0x4000, 7, 0), hand(0x4000, 8, 1);
    hand(2, 65535, 0), hand(2, 65536, 1);
    hand(1, 131071, 0), hand(1, 131072, 1);
}

static void refuse(const char *what, uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes)
{
    cases++;
    uint64_t counter;
    if (!prof_bin(pc, offset, scale, nbytes, &counter))
        return;
    failures++;
    printf("%s: counter %lu was accepted\n", what, counter);
}

static uint64_t next_random(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Random with every magnitude equally likely, and often next to a power of two. */
static uint64_t any(void)
{
    uint64_t r = next_random() >> (next_random() % 64);
    if (next_random() % 4 == 0)
        r = (1ull << next_random() % 64) + next_random() % 5 - 2;
    return r;
}

int main(void)
{
    hand_values();
    refuse("pc 2^32 + 16 must not wrap to a small buffer", (1ull << 32) + 16, 0, 0x10000, 64);
    refuse("pc below offset", 0x3fffff, 0x400000, 0x10000, UINT64_MAX);
    refuse("3 bytes hold one counter, not two", 2, 0, 0x10000, 3);
    refuse("no bytes, scale 2", 0, 0, 2, 0);
    refuse("one byte", 0, 0, 0x10000, 1);

    static const uint32_t scales[] = {0xffff, 0xc000, 0x8000, 0x5555, 0x10000, 2, 1};
    for (unsigned i = 0; i < sizeof(scales) / sizeof(scales[0]); i++)
        for (uint64_t d = 0; d <= 200000; d++)
            compare(0x400000 + d, 0x400000, scales[i], 200000);
    for (unsigned long i = 0; i < 10000000; i++) {
        uint64_t offset = any(), pc = next_random() % 4 ? offset + any() : any();
        uint32_t scale = next_random() % 8 ? next_random() % 65537 : 65536;
        uint64_t nbytes =
            next_random() % 2 ? any() : (pc - offset) / 65536 * scale + next_random() % 7;
        compare(pc, offset, scale, nbytes);
    }
    printf("%lu cases, %lu failures\n", cases, failures);
    return failures != 0;
}
