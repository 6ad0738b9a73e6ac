/* Random sets: regions of one to nine counters, with and without an overflow counter, in any order,
 * some without counters; each place's ticks are where the contract puts them.
 *
 *     regions_random SEED
 */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "regions.h"

#define ROUNDS 12
#define VISITS 60

static uint64_t state;

static int random_below(int n)
{
    state = state * 6364136223846793005 + 1442695040888963407;
    return (int)((state >> 33) % (uint64_t)n);
}

/* At the places of [from, PLACES), with gaps of up to `gap` places; none reaches beyond the
 * places' code, where the test's own is. */
static void random_set(int from, int gap)
{
    begin_set();
    for (int i = from; i < PLACES && set_count < PROF_REGIONS_MAX - 1; i += 1 + random_below(gap)) {
        int n = 1 + random_below(9);
        if (i + n > PLACES || cells_used + n > PLACES)
            n = 0;
        if (random_below(12) == 0)
            add_raw((struct prof){NULL, 0, place(i), random_below(2) ? 65536 : 0});
        else
            add_at(place(i), n);
    }
    if (random_below(2))
        add_overflow();
    shuffle_set();
}

static void round_of(int gap)
{
    random_set(random_below(40), gap);
    set_on();
    for (int i = 0; i < VISITS; i++)
        visit(random_below(PLACES));
    visit(0);
    visit(PLACES - 1);
    set_off();
    check_counts();
}

int main(int argc, char *argv[])
{
    state = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    for (int i = 0; i < ROUNDS; i++)
        round_of(1 + i % 6);
    CHECK_EQ(prof_now().ps_serial, ROUNDS);
    return 0;
}
