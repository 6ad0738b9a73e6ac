/*
 * The drand48 family (POSIX.1-2017, drand48): X(n+1) = a X(n) + c modulo 2^48, of which the
 * functions return the high bits.  One sequence for all threads, with no lock, as POSIX allows.
 */
#include <stdint.h>
#include <stdlib.h>

#define MODULUS_MASK 0xffffffffffffu
#define A            0x5deece66du
#define C            0xb

static uint64_t a = A, c = C;
static unsigned short own[3] = {0x330e, 1, 0}; /* X, the low bits first: as srand48(1) has it */

static uint64_t pack(const unsigned short x[3])
{
    return (uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0];
}

static void unpack(unsigned short x[3], uint64_t from)
{
    x[0] = from;
    x[1] = from >> 16;
    x[2] = from >> 32;
}

static uint64_t step(unsigned short x[3])
{
    uint64_t next = (pack(x) * a + c) & MODULUS_MASK;

    unpack(x, next);
    return next;
}

double erand48(unsigned short x[3])
{
    return step(x) * 0x1p-48;
}

long nrand48(unsigned short x[3])
{
    return step(x) >> 17;
}

long jrand48(unsigned short x[3])
{
    return (int32_t)(step(x) >> 16);
}

double drand48(void)
{
    return erand48(own);
}

long lrand48(void)
{
    return nrand48(own);
}

long mrand48(void)
{
    return jrand48(own);
}

static void start(uint64_t x)
{
    unpack(own, x);
    a = A;
    c = C;
}

void srand48(long seed)
{
    start((uint64_t)(uint32_t)seed << 16 | 0x330e);
}

unsigned short *seed48(unsigned short x[3])
{
    static unsigned short before[3];
    uint64_t from = pack(x); /* which may lie in before */

    unpack(before, pack(own));
    start(from);
    return before;
}

void lcong48(unsigned short all[7])
{
    unpack(own, pack(all));
    a = pack(all + 3);
    c = all[6];
}
