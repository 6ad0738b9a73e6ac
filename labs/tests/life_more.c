/* Threads on four CPUs, as in life_parallel: samples instead of counters, forks, and all of it at
 * once. */
/* machine: det=1 cpus=4 kargs=hz=10000 shift=6 */
#include "child.h"
#include "life_parallel.h"
#include "parts.h"
#include <pcsample.h>
#include <stdlib.h>

#define TICKS    4000
#define CHILDREN 40
#define STORMERS 3
#define TURNS    300

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

/* No two samples share an element of the array, and none is left out. */
static void samples(void)
{
    size_t max = 4 * TICKS;
    uintptr_t *array = calloc(max, sizeof(*array));
    CHECK(array);
    CHECK_EQ(pcsample(array, max), 0);
    spinners_start(&spinners);
    for (clock_t start = prof_ticks(); prof_ticks() - start < TICKS;)
        prof_spin(10000);
    spinners_end(&spinners);
    long stored = pcsample(NULL, 0);
    struct profstat st;
    CHECK_EQ(profstat(&st), 0);
    CHECK_EQ(st.ps_counted, stored);
    CHECK(stored >= TICKS / 2);
    for (size_t i = 0; i < max; i++)
        CHECK_EQ(array[i] != 0, i < (size_t)stored);
}

static void check_child(void)
{
    struct prof_total total = prof_total();
    CHECK_EQ(total.st.ps_state, PROF_ON);
    CHECK_EQ(total.st.ps_user + total.st.ps_system, total.ticks);
}

/* A process forks while its other threads have ticks pending and count some. */
static void forks(void)
{
    spinners_start(&spinners);
    on();
    for (int i = 1; i <= CHILDREN; i++) {
        CHECK_EQ(IN_CHILD(check_child()), 0);
        CHECK_EQ(prof_now().ps_forked, i);
    }
    spinners_end(&spinners);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(prof_sum(counters, n), prof_now().ps_counted);
}

static unsigned short spun[STORMERS]; /* counters of prof_spin */

/* A child, profiled or not: if so, all that it has used is counted. */
static void check_storm_child(void)
{
    struct prof_total total = prof_total();
    if (total.st.ps_state == PROF_ON)
        CHECK_EQ(total.st.ps_user + total.st.ps_system, total.ticks);
    else
        CHECK_EQ(total.st.ps_user + total.st.ps_system, 0);
}

/* Does to the profile what the others do, too. */
static void *storm_on(void *arg)
{
    size_t own = (unsigned short *)arg - spun;
    for (size_t i = 0; i < TURNS; i++) {
        switch ((i + own) % 3) {
        case 0:
            CHECK_EQ(profil(&spun[own], sizeof(spun[own]), SPIN_PC, 65536), 0);
            break;
        case 1:
            CHECK_EQ(profil(NULL, 0, 0, 0), 0);
            break;
        default:
            prof_now();
        }
        prof_spin(500);
    }
    return arg;
}

/* Threads turn it on and off and replace it, and the process forks: the counts fit at any moment,
 * and when all is over a profile is as exact as ever. */
static void storm(void)
{
    pthread_t stormers[STORMERS];
    for (int i = 0; i < STORMERS; i++)
        CHECK_EQ(pthread_create(&stormers[i], NULL, storm_on, &spun[i]), 0);
    for (int i = 0; i < CHILDREN; i++)
        CHECK_EQ(IN_CHILD(check_storm_child()), 0);
    for (int i = 0; i < STORMERS; i++)
        CHECK_EQ(pthread_join(stormers[i], NULL), 0);
    on();
    struct prof_total start = prof_total();
    spinners_start(&spinners);
    for (clock_t now = prof_ticks(); prof_ticks() - now < TICKS;)
        prof_spin(10000);
    spinners_end(&spinners);
    struct prof_total end = prof_total();
    CHECK_EQ(end.st.ps_counted - start.st.ps_counted, end.ticks - start.ticks);
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {{"samples", samples}, {"forks", forks}, {"storm", storm}};
    return RUN_PARTS(parts, argc, argv);
}
