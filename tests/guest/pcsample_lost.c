/* Several ticks that are counted together, as those of a long system call are, and do not all fit:
 * the rest is in ps_full and ps_lost. */
/* manual: pcsample, Left open: no-loss */
/* manual: profstat, DESCRIPTION: lost */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "child.h"
#include "pcsample.h"

#define NBYTES (16 << 20)

int main(void)
{
    static uintptr_t samples[1];
    char *memory = map_memory(NBYTES, PROT_READ | PROT_WRITE);
    memset(memory, 1, NBYTES);
    CHECK_EQ(pcsample(samples, 1), 0);
    CHECK_EQ(munmap(memory, NBYTES), 0);
    struct profstat st = sample_now();
    CHECK_EQ(st.ps_reason, PROF_FULL);
    CHECK_EQ(st.ps_counted, 1);
    CHECK(st.ps_lost >= 1);
    CHECK(st.ps_system >= 2);
    CHECK_EQ(pcsample(samples, 0), 1);
    return 0;
}
