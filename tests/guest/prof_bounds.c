/* No byte outside the buffer changes: odd sizes, size 0, pcs below the offset and far above. */
/* manual: bsd44, DESCRIPTION: samples-16-bit offset-lowest */
/* manual: statements, BIN: above-32-bits half-counter no-bytes */
/* manual: statements, PROCESS: regions */
/* machine: det=1 */
#include "parts.h"
#include "prof.h"
#include <sys/mman.h>

#define GUARD 0xa5

static unsigned char area[64] __attribute__((aligned(2)));

/* Profiles area + 16 with nbytes for a few ticks; the bytes outside, and all if `none`, must stay.
 */
static void try(size_t nbytes, uintptr_t offset, unsigned scale, int none,
                void (*spin)(unsigned long))
{
    memset(area, GUARD, sizeof(area));
    memset(area + 16, 0, nbytes);
    CHECK_EQ(profil((unsigned short *)(area + 16), nbytes, offset, scale), 0);
    prof_burn_in(spin, 3);
    struct profstat st = prof_now();
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    for (size_t i = 0; i < sizeof(area); i++)
        if (i < 16 || i >= 16 + nbytes)
            CHECK_EQ(area[i], GUARD);
        else if (none)
            CHECK_EQ(area[i], 0);
    if (none)
        CHECK_EQ(st.ps_counted, 0);
    else
        CHECK(st.ps_counted >= 2);
}

static void above(void)
{
    try(2, SPIN_PC, 65536, 0, prof_spin);
    try(3, SPIN_PC, 65536, 0, prof_spin);
    try(3, SPIN_PC - 2, 65536, 1,
        prof_spin); /* byte 2: the counter's other byte is outside the buffer */
    try(4, SPIN_PC - 2, 65536, 0, prof_spin);
    try(1, SPIN_PC, 65536, 1, prof_spin);
}

static void empty(void)
{
    try(0, SPIN_PC, 65536, 1, prof_spin);
    try(0, SPIN_PC, 2, 1, prof_spin);
    try(0, SPIN_PC, 1, 1, prof_spin);
}

static void below(void)
{
    try(32, SPIN_PC + 1, 65536, 1, prof_spin);
    try(32, UINTPTR_MAX, 65536, 1, prof_spin);
}

static void far(void)
{
    /* Code whose pc is 2^32 + 16: cut to 32 bits it would hit counter 8. */
    char *page = (char *)0x100000000;
    CHECK(mmap(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == page);
    size_t before = prof_spin_pc - (char *)prof_spin;
    memcpy(page + 16 - before, (char *)prof_spin, before + 3);
    void (*far_spin)(unsigned long) = (void (*)(unsigned long))(page + 16 - before);
    try(32, 0, 65536, 1, far_spin);
    try(32, 0x100000000 + 14, 65536, 0, far_spin);
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {
        {"above", above}, {"empty", empty}, {"below", below}, {"far", far}};
    return RUN_PARTS(parts, argc, argv);
}
