/* A program in step with the clock gets the right shares: two functions that take turns with the
 * clock's period, with half of it or with ten, have half of the ticks each; and one that sleeps
 * through each beat is charged for what it uses. */
/* machine: det=1 cpus=1 shift=5 */
#include "now.h"
#include "prof.h"
#include <stdlib.h>
#include <time.h>

#define MS          1000000l
#define NS_PER_TURN 64 /* a loop of two instructions of 32 ns */

__attribute__((noinline)) static void a(long turns)
{
    __asm__ volatile("1: decq %0\n jnz 1b\n" : "+r"(turns) : : "memory");
}

__attribute__((noinline)) static void b(long turns)
{
    __asm__ volatile("1: decq %0\n jnz 1b\n" : "+r"(turns) : : "memory");
}

/* Spins to the next multiple of beat_ns. */
static void to_beat(void (*spin)(long), long beat_ns)
{
    spin((beat_ns - now_ns() % beat_ns) / NS_PER_TURN + 1);
}

/* Chance would have the share of 4000 ticks off by 5 percent, six standard errors, once in 10^9
 * times. */
static void take_turns(long beat_ns, long total_ns)
{
    size_t n = TEXT_BYTES / 2;
    static unsigned short *counters;
    if (!counters)
        counters = malloc(2 * n);
    memset(counters, 0, 2 * n);
    to_beat(a, 2 * beat_ns);
    CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
    for (long ns = 0; ns < total_ns; ns += 2 * beat_ns) {
        to_beat(a, beat_ns);
        to_beat(b, beat_ns);
    }
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    uint64_t of_a = prof_sum(counters + ((uintptr_t)a - TEXT_START) / 2, 8);
    uint64_t of_b = prof_sum(counters + ((uintptr_t)b - TEXT_START) / 2, 8);
    printf("beat %ld us: a %lu, b %lu, all %lu\n", beat_ns / 1000, of_a, of_b,
           prof_sum(counters, n));
    CHECK(of_a + of_b >= (uint64_t)(total_ns / MS) * 9 / 10);
    CHECK_IN(of_a * 100, (of_a + of_b) * 45, (of_a + of_b) * 55);
}

/* Works for six tenths of each beat and sleeps while it ends and the next begins.  Where that is
 * less than a period, chance alone decides whether its tick is among the work: 5 percent of the
 * ticks in 8000 beats are five and a half standard errors. */
static void sleep_over(long beat_ns, long total_ns)
{
    long work_ns = beat_ns / 10 * 6, end_ns = now_ns() + total_ns, used_ns = 0;
    clock_t start = prof_ticks();
    to_beat(a, beat_ns);
    for (long now = now_ns(); now < end_ns;) {
        long left = beat_ns + beat_ns / 5 - now % beat_ns; /* to a fifth of the next */
        CHECK_EQ(nanosleep(&(struct timespec){0, left}, NULL), 0);
        long awake = now + left;
        a(work_ns / NS_PER_TURN);
        now = now_ns();
        used_ns += now - awake;
    }
    long charged_ns = (prof_ticks() - start) * MS;
    printf("asleep over each %ld us: used %ld us, charged %ld us\n", beat_ns / 1000, used_ns / 1000,
           charged_ns / 1000);
    CHECK_IN(charged_ns * 100, used_ns * 95, used_ns * 105);
}

int main(void)
{
    CHECK_EQ(sysconf(_SC_CLK_TCK), 1000);
    take_turns(MS / 2, 4000 * MS);
    take_turns(MS, 4000 * MS);
    take_turns(10 * MS, 4000 * MS);
    sleep_over(MS, 8000 * MS);
    sleep_over(10 * MS, 4000 * MS);
    return 0;
}
