/* Ticks taken at two places, in the program and in its signal handler, with a page fault to be
 * handled before either can be written: each is counted where it was taken. */
/* manual: statements, TICK: two-pcs */
/* machine: det=1 */
#include "prof.h"
#include <signal.h>
#include <sys/mman.h>

static volatile int handled;

static void handler(int sig)
{
    (void)sig;
    handled++;
    prof_spin2(4 * SPIN_TURNS);
}

int main(void)
{
    size_t n = TEXT_BYTES / 2, size = (2 * n + 4095) & ~(size_t)4095;
    unsigned short *counters =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(counters != MAP_FAILED);
    signal(SIGUSR1, handler);
    CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
    struct prof_total start = prof_total();
    for (int i = 0; i < 20; i++) {
        prof_spin(4 * SPIN_TURNS);
        CHECK_EQ(kill(getpid(), SIGUSR1), 0);
    }
    CHECK_EQ(handled, 20);
    struct prof_total end = prof_total();
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(end.st.ps_counted - start.st.ps_counted, end.ticks - start.ticks);
    CHECK_EQ(prof_now().ps_outside, 0);
    uint64_t one = counters[(SPIN_PC - TEXT_START) / 2],
             two = counters[(SPIN2_PC - TEXT_START) / 2];
    CHECK(one >= 4);
    CHECK(two >= 4);
    CHECK_EQ(prof_sum(counters, n), prof_now().ps_counted);
    return 0;
}
