/*
 * sprofil with 1024 regions costs at most LIMIT thousand instructions, in whatever order they come.
 *
 *     regions_set_cost ORDER LIMIT
 *
 * The mean of five calls; at hz=10 there is hardly a tick meanwhile.
 */
/* machine: det=1 cpus=1 kargs=hz=10 */
#include "regions.h"

#define CALLS          5
#define NS_INSTRUCTION 4 /* the machine's clock; its time stamp counter counts ns */

static uint64_t instructions(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return ((uint64_t)high << 32 | low) / NS_INSTRUCTION;
}

/* Which place the i-th region of the array has. */
static int place_in(const char *order, int i)
{
    if (strcmp(order, "ascending") == 0)
        return i;
    if (strcmp(order, "descending") == 0)
        return PLACES - 1 - i;
    if (strcmp(order, "shuffled") == 0)
        return i * 7919 % PLACES;
    if (strcmp(order, "in-runs") == 0) /* two, one between the other */
        return i % 2 == 0 ? i / 2 : PLACES - 1 - i / 2;
    FAIL("no order is called %s", order);
}

static void cost_of(const char *order, uint64_t limit)
{
    begin_set();
    for (int i = 0; i < PROF_REGIONS_MAX; i++)
        add_place(place_in(order, i));
    set_on();
    uint64_t start = instructions();
    for (int i = 0; i < CALLS; i++)
        set_on();
    uint64_t cost = (instructions() - start) / CALLS / 1000;
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    set_off();
    printf("1024 regions, %s: %lu thousand instructions\n", order, cost);
    if (cost > limit)
        FAIL("a call with 1024 regions, %s, costs %lu thousand instructions: at most %lu thousand "
             "are wanted",
             order, cost, limit);
    CHECK(cost > 0);
}

int main(int argc, char *argv[])
{
    if (argc > 2) {
        cost_of(argv[1], strtoul(argv[2], NULL, 10));
        return 0;
    }
    cost_of("ascending", 3000);
    cost_of("descending", 3000);
    cost_of("shuffled", 3000);
    cost_of("in-runs", 3000);
    return 0;
}
