/* With PROF_LAZY the call does not look at the buffers.  A counter that is misaligned or cannot be
 * written turns profiling off when a tick hits it; if none does, it matters nothing. */
/* manual: sprofil, Left open: lazy */
/* machine: det=1 */
#include "child.h"
#include "sprofil.h"

static unsigned short good[4];
static uint32_t wide[2];

static void on(void *counters, size_t nbytes, uintptr_t offset, unsigned flags)
{
    struct prof region = {counters, nbytes, offset, 65536};
    CHECK_EQ(sprofil(&region, 1, NULL, PROF_LAZY | flags), 0);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
}

static void until_it_faults(void)
{
    clock_t start = prof_ticks();
    while (prof_now().ps_state == PROF_ON) {
        prof_spin(SPIN_TURNS);
        prof_patience(start, "off");
    }
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
    CHECK_EQ(prof_now().ps_counted, 0);
}

static void check_not_reached(void *counters, size_t nbytes, uintptr_t offset)
{
    on(counters, nbytes, offset, 0);
    prof_burn(5);
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(st.ps_outside, st.ps_user + st.ps_system);
}

int main(void)
{
    char *pages = map_memory(2 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    CHECK_EQ(munmap(pages + PAGE_SIZE, PAGE_SIZE), 0);
    void *gone = pages + PAGE_SIZE;
    void *const bad[] = {gone,
                         nowhere(),
                         (void *)main,
                         (char *)good + 1,
                         NULL,
                         (void *)(1ul << 63),
                         (void *)(UINTPTR_MAX - 1),
                         (void *)UINTPTR_MAX};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        on(bad[i], 2, SPIN_PC, 0);
        until_it_faults();
        check_not_reached(bad[i], 2, UINTPTR_MAX); /* of no pc */
        check_not_reached(bad[i], 0, SPIN_PC);
        check_not_reached(bad[i], 1, SPIN_PC); /* the odd byte is not used */
    }
    on((char *)wide + 2, 4, SPIN_PC, PROF_UINT);
    until_it_faults();

    /* Counters do not go on at address 0 behind the last one. */
    void *low = mmap((void *)0x10000, 0x20000, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    CHECK_EQ((uintptr_t)low, 0x10000);
    on((void *)-0x10000ul, SIZE_MAX, SPIN_PC - 0x28000, 0);
    until_it_faults();

    /* The bytes beside a good counter may be missing, which no pc but the spin's reaches here. */
    unsigned short *last = (unsigned short *)gone - 1;
    const struct prof_range spin = {{last, SIZE_MAX, SPIN_PC, 65536}, SPIN_PC, SPIN_PC + 2};
    CHECK_EQ(sprofil(&spin.pr, 1, NULL, PROF_LAZY | PROF_RANGES), 0);
    prof_burn(5);
    CHECK_EQ(prof_now().ps_counted, *last);
    CHECK(*last >= 4);

    on(good, 3, SPIN_PC & ~(uintptr_t)1, 0);
    prof_burn_in(prof_spin, 5);
    prof_burn_in(prof_spin2, 5);
    sprofil_off();
    CHECK(good[0] >= 4);
    CHECK_EQ(good[1], 0);
    CHECK_EQ(prof_now().ps_counted, good[0]);
    return 0;
}
