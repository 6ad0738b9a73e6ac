/* Code far from the offset: not a bit of the distance, of the product or of the counter is lost.
 * Arguments: how many bits the distance has, 32, 48 (all of a program's addresses are nearer)
 * or 64. The counters were worked out by long multiplication, elsewhere. */
/* machine: det=1 cpus=1 */
#include "bin_cases.h"

struct far {
    uint32_t scale;
    uint64_t distance, counter;
};

static const struct far near32[] = {
    {0x10000, 0x7fffffff, 1073741823},  {0xffff, 0x7fffffff, 1073725439},
    {0x5555, 0x7fffffff, 357908479},    {0x10000, 0x80000000, 1073741824},
    {0xffff, 0x80000000, 1073725440},   {0x10000, 0xffffffff, 2147483647},
    {0xffff, 0xffffffff, 2147450879},   {0x5555, 0xffffffff, 715816959},
    {0x1, 0xffffffff, 32767},           {0x10000, 0x100000000, 2147483648},
    {0xffff, 0x100000000, 2147450880},  {0x5555, 0x100000000, 715816960},
    {0x1, 0x100000000, 32768},          {0x10000, 0x100000010, 2147483656},
    {0xffff, 0x100000010, 2147450887},  {0x5555, 0x100000010, 715816962},
    {0x10000, 0x123456789, 2443359172}, {0xffff, 0x123456789, 2443321889},
    {0x5555, 0x123456789, 814440629},   {0x1, 0x123456789, 37282},
    {0x10000, 0x200000005, 4294967298}, {0xffff, 0x200000005, 4294901762},
};

static const struct far near48[] = {
    {0x10000, 0x10000003039, 549755820060},    {0xffff, 0x10000003039, 549747431452},
    {0x5555, 0x10000003039, 183249143817},     {0x1, 0x10000003039, 8388608},
    {0x10000, 0x3fffffffffff, 35184372088831}, {0xffff, 0x3fffffffffff, 35183835217919},
    {0x5555, 0x3fffffffffff, 11727945072639},  {0x1, 0x3fffffffffff, 536870911},
    {0x10000, 0x400000000000, 35184372088832}, {0xffff, 0x400000000000, 35183835217920},
    {0x5555, 0x400000000000, 11727945072640},  {0x1, 0x400000000000, 536870912},
    {0x10000, 0x7ffffffff000, 70368744175616}, {0xffff, 0x7ffffffff000, 70367670433792},
    {0x5555, 0x7ffffffff000, 23455890144597},  {0x1, 0x7ffffffff000, 1073741823},
    {0x10000, 0x7fffffffffff, 70368744177663}, {0xffff, 0x7fffffffffff, 70367670435839},
    {0x5555, 0x7fffffffffff, 23455890145279},  {0x1, 0x7fffffffffff, 1073741823},
};

static const struct far near64[] = {
    {0xffff, 0xffffffffffff, 140735340871679},
    {0x5555, 0xffffffffffff, 46911780290559},
    {0x8000, 0xffffffffffff, 70368744177663},
    {0xffff, 0x1000000000000, 140735340871680},
    {0x5555, 0x1000000000000, 46911780290560},
    {0x8000, 0x1000000000000, 70368744177664},
    {0xffff, 0x1ffffffffffff, 281470681743359},
    {0x5555, 0x1ffffffffffff, 93823560581119},
    {0x8000, 0x1ffffffffffff, 140737488355327},
    {0xffff, 0x123456789abcdef0, 655874225732723225},
    {0x5555, 0x123456789abcdef0, 218624741910907741},
    {0x8000, 0x123456789abcdef0, 327942116865947580},
    {0x1, 0x123456789abcdef0, 10007999171934},
    {0xffff, 0x7fffffffffffffff, 4611615649683210239},
    {0x5555, 0x7fffffffffffffff, 1537205216561070079},
    {0x8000, 0x7fffffffffffffff, 2305843009213693951},
    {0x1, 0x7fffffffffffffff, 70368744177663},
    {0xffff, 0x8000000000000000, 4611615649683210240},
    {0x5555, 0x8000000000000000, 1537205216561070080},
    {0x8000, 0x8000000000000000, 2305843009213693952},
    {0x1, 0x8000000000000000, 70368744177664},
    {0xffff, 0xfedcba9876543210, 9182239160258125277},
    {0x5555, 0xfedcba9876543210, 3060746386752708425},
    {0x8000, 0xfedcba9876543210, 4591189636123266180},
    {0x1, 0xfedcba9876543210, 140111988407082},
    {0xffff, 0xffffffffffffffff, 9223231299366420479},
    {0x5555, 0xffffffffffffffff, 3074410433122140159},
    {0x8000, 0xffffffffffffffff, 4611686018427387903},
    {0x1, 0xffffffffffffffff, 140737488355327},
    {0x10000, 0x1000000000000, 140737488355328},
    {0x10000, 0x8000000000000000, 4611686018427387904},
    {0x10000, 0x8000000000000002, 4611686018427387905},
    {0x10000, 0xfedcba9876543210, 9182379272246532360},
};

/* From offset 0, and so that the pc is the last of all. */
static void try(const struct far *far, size_t n)
{
    for (const struct far *f = far; f < far + n; f++) {
        uint64_t offset = UINT64_MAX - f->distance;
        bin_want(f->distance, 0, f->scale, BIN_ALL, f->counter);
        bin_want(offset + f->distance, offset, f->scale, BIN_ALL, f->counter);
        bin_refuse(f->distance, 0, f->scale, f->counter);
        bin_refuse(f->distance, 0, f->scale, 64);
    }
}

#define TRY(table) try(table, sizeof(table) / sizeof(*(table)))

int main(int argc, char **argv)
{
    CHECK_EQ(argc, 2);
    if (strcmp(argv[1], "32") == 0)
        TRY(near32);
    else if (strcmp(argv[1], "48") == 0)
        TRY(near48);
    else
        TRY(near64);
    return bin_done();
}
