/* The call does not look at the array.  A sample that would be misaligned or cannot be written ends
 * pcsample; those before it are there, and the process lives on. */
/* manual: pcsample, DESCRIPTION: fault */
/* machine: det=1 */
#include "child.h"
#include "pcsample.h"

static void until_it_faults(uintptr_t *samples, long n, uint64_t stored)
{
    pcsample(samples, n);
    CHECK_EQ(sample_now().ps_state, PROF_ON);
    struct profstat st = sample_burn_in(prof_spin, stored + 1);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_FAULT);
    CHECK_EQ(st.ps_counted, stored);
    CHECK_EQ(pcsample(samples, 0), stored);
}

int main(void)
{
    static uintptr_t good[2];
    char *pages = map_memory(2 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    CHECK_EQ(munmap(pages + PAGE_SIZE, PAGE_SIZE), 0);
    uintptr_t *gone = (uintptr_t *)(pages + PAGE_SIZE);
    until_it_faults(gone, 10, 0);
    until_it_faults(nowhere(), 10, 0);
    until_it_faults(nowhere(), LONG_MAX, 0);
    until_it_faults((uintptr_t *)main, 10, 0);
    until_it_faults((uintptr_t *)((char *)good + 4), 1, 0);
    until_it_faults(NULL, 10, 0);
    until_it_faults((uintptr_t *)(1ul << 63), 10, 0);
    until_it_faults((uintptr_t *)UINTPTR_MAX, 1, 0);
    until_it_faults((uintptr_t *)(UINTPTR_MAX - 7), LONG_MAX, 0);
    until_it_faults((uintptr_t *)0xffffffff80100000, 10, 0);
    until_it_faults((uintptr_t *)0x00007ffffffff000, 10, 0);
    until_it_faults(gone - 3, LONG_MAX, 3); /* the page before is made by the first sample */
    CHECK(gone[-1] != 0);

    CHECK_EQ(pcsample(gone - 10, 10), 0);
    sample_burn_in(prof_spin, 5);
    CHECK_EQ(mprotect(pages, PAGE_SIZE, PROT_READ), 0);
    uint64_t stored = sample_now().ps_counted;
    sample_burn_in(prof_spin, 5);
    CHECK_EQ(sample_now().ps_reason, PROF_FAULT);
    CHECK_EQ(pcsample(good, 2), stored);
    sample_burn_in(prof_spin, 2); /* on again works */
    CHECK_EQ(sample_now().ps_reason, PROF_FULL);
    return 0;
}
