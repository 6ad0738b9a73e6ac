/*
 * A tick with N regions costs at most LIMIT instructions, wherever among the regions its pc is.
 *
 *     regions_cost N LIMIT
 *
 * The program takes turns at 24 of the N regions' places, the first and the last among them, a
 * little longer than a period at a time.  A place's spin has a known number of instructions, and
 * its counter says how many ticks it had: what is left of the time belongs to these.  The dearest
 * place counts.  All of it is exact, as the machine's clock counts instructions; how many ticks of
 * a turn find the caches of a search warm is not, so it is the mean of a hundred turns.
 */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "regions.h"
#include <sys/times.h>

#define SAMPLES         24
#define TURNS           100
#define TURN            (PERIOD + PERIOD / 8)
#define NS_INSTRUCTION  4 /* the machine's clock; its time stamp counter counts ns */
#define AROUND_THE_SPIN 10

static uint64_t instructions(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return ((uint64_t)high << 32 | low) / NS_INSTRUCTION;
}

static int sample(int i, int n)
{
    return i * (n - 1) / (SAMPLES - 1);
}

static uint64_t spent[SAMPLES];

/* In no order: what was found last is no help to find the next. */
static void take_turns(int n)
{
    for (int turn = 0; turn < TURNS; turn++)
        for (int k = 0; k < SAMPLES; k++) {
            int i = k * 11 % SAMPLES;
            uint64_t start = instructions();
            spin_at(sample(i, n), TURN);
            spent[i] += instructions() - start - TURN;
        }
}

static int dearest(const uint64_t *cost)
{
    int most = 0;
    for (int i = 0; i < SAMPLES; i++)
        if (cost[i] > cost[most])
            most = i;
    return most;
}

static void cost_of(int n, uint64_t limit)
{
    begin_set();
    memset(spent, 0, sizeof(spent));
    for (int i = 0; i < n; i++)
        add_place(i);
    shuffle_set();
    set_on();
    for (int i = 0; i < SAMPLES; i++)
        visit(sample(i, n)); /* its counter's page is there then */
    memset(cells, 0, sizeof(cells));
    clock_t first = prof_ticks();
    uint64_t start = instructions();
    take_turns(n);
    uint64_t elapsed = instructions() - start, periods = prof_ticks() - first;
    uint64_t cost[SAMPLES], ticks = 0;
    for (int i = 0; i < SAMPLES; i++) {
        unsigned own = cells[sample(i, n)];
        if (own == 0)
            FAIL("%d regions: none of the ticks of number %d in order is in its counter", n,
                 sample(i, n) + 1);
        ticks += own;
        cost[i] = (spent[i] - TURNS * AROUND_THE_SPIN) / own;
    }
    set_off();
    int most = dearest(cost);
    printf(
        "%d regions: %lu instructions a tick at the dearest, number %d in order; %lu at the first, "
        "%lu at the last\n",
        n, cost[most], sample(most, n) + 1, cost[0], cost[SAMPLES - 1]);
    CHECK_IN(ticks, periods - 20, periods); /* the rest came between two spins */
    CHECK_IN(elapsed / PERIOD, periods - 2, periods + 2);
    if (cost[most] > limit)
        FAIL("a tick of region %d of %d costs %lu instructions: at most %lu are wanted",
             sample(most, n) + 1, n, cost[most], limit);
    CHECK(cost[most] > 0);
}

int main(int argc, char *argv[])
{
    if (argc > 2) {
        cost_of(atoi(argv[1]), strtoul(argv[2], NULL, 10));
        return 0;
    }
    cost_of(64, 600);
    cost_of(1024, 1200);
    cost_of(1024, 700);
    return 0;
}
