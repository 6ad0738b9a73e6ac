/* Ticks that come while the page of a counter is being made are counted, too: on a machine so slow
 * that several come in one page fault. */
/* machine: det=1 cpus=1 shift=6 kargs=hz=10000 */
#include "prof.h"
#include <sys/mman.h>

#define ROUNDS 300

int main(void)
{
    size_t n = TEXT_BYTES / 2, size = (2 * n + 4095) & ~(size_t)4095;
    uint64_t sum = 0;
    unsigned short *counters =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(counters != MAP_FAILED);
    CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
    struct prof_total start = prof_total();
    for (int i = 0; i < ROUNDS; i++) {
        /* Nothing is there: each of these pages is made by the first tick that needs it. */
        CHECK(mmap(counters, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                   -1, 0) == counters);
        prof_spin(SPIN_TURNS / 20);
        prof_spin2(SPIN_TURNS / 20);
        sum += counters[(SPIN_PC - TEXT_START) / 2];
    }
    struct prof_total end = prof_total();
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(end.st.ps_state, PROF_ON);
    CHECK(sum >= ROUNDS);
    CHECK_EQ(end.st.ps_counted - start.st.ps_counted, end.ticks - start.ticks);
    return 0;
}
