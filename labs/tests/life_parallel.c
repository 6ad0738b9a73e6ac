/* The threads of a process run on four CPUs, and a tick comes so often that one CPU is in the midst
 * of counting when another's turn comes: no tick is lost, counted twice or counted in the wrong
 * profile, and each count fits the others at any moment. */
/* machine: det=1 cpus=4 kargs=hz=10000 shift=6 */
#include "life_parallel.h"
#include "parts.h"
#include <stdlib.h>

#define TICKS  4000
#define ROUNDS 250

static struct spinners spinners;
static unsigned short *counters; /* of the whole text */
static size_t n;

/* Turns it on, for the whole text. */
static void on(void)
{
    n = TEXT_BYTES / 2;
    counters = calloc(n, 2);
    CHECK(counters);
    CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
}

/* prof_now() looks whether the counts fit. */
static void sum(void)
{
    spinners_start(&spinners);
    on();
    for (clock_t start = prof_ticks(); prof_ticks() - start < TICKS;)
        prof_now();
    spinners_end(&spinners);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(prof_sum(counters, n), prof_now().ps_counted);
}

/* All that the process used is counted, however many threads count. */
static void all(void)
{
    on();
    struct prof_total start = prof_total();
    spinners_start(&spinners);
    for (clock_t now = prof_ticks(); prof_ticks() - now < TICKS;)
        prof_spin(10000);
    spinners_end(&spinners);
    struct prof_total last = prof_total();
    CHECK_EQ(last.st.ps_counted - start.st.ps_counted, last.ticks - start.ticks);
}

static unsigned short spun[2]; /* counters of prof_spin, which all threads are in */

static void on_spun(int i)
{
    CHECK_EQ(profil(&spun[i], sizeof(spun[i]), SPIN_PC, 65536), 0);
}

/* When the call that turns it off has returned, nothing changes any more. */
static void rounds(void)
{
    spinners_start(&spinners);
    for (int i = 0; i < ROUNDS; i++) {
        spun[0] = 0;
        on_spun(0);
        prof_spin(10000);
        CHECK_EQ(profil(NULL, 0, 0, 0), 0);
        struct profstat off = prof_now();
        CHECK_EQ(spun[0], off.ps_counted);
        prof_spin(3000);
        struct profstat later = prof_now();
        CHECK_EQ(later.ps_user + later.ps_system, off.ps_user + off.ps_system);
        CHECK_EQ(memcmp(&later, &off, sizeof(off)), 0);
        CHECK_EQ(spun[0], off.ps_counted);
    }
    spinners_end(&spinners);
}

/* One buffer for another, without a gap: what was counted in the old one stays as it is. */
static void replace(void)
{
    spinners_start(&spinners);
    on_spun(0);
    for (int i = 0; i < ROUNDS; i++) {
        int old = i % 2;
        prof_spin(5000);
        spun[!old] = 0;
        on_spun(!old);
        unsigned short before = spun[old];
        CHECK_EQ(prof_now().ps_serial, i + 2);
        prof_spin(3000);
        CHECK_EQ(spun[old], before);
    }
    spinners_end(&spinners);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(spun[ROUNDS % 2], prof_now().ps_counted);
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {
        {"sum", sum}, {"all", all}, {"rounds", rounds}, {"replace", replace}};
    return RUN_PARTS(parts, argc, argv);
}
