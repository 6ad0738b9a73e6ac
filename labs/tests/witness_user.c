/* Each tick of a program that works in user mode, in several functions, is counted at its pc: the
 * host saw the same ticks.  The scale is the first argument; with a second, `late`, the histogram
 * begins in the midst of the text, and what comes before is outside. */
/* machine: det=1 cpus=1 */
#include "witness.h"

#define ROUNDS  100
#define NUMBERS 4000

static unsigned numbers[NUMBERS];
static char text[8 * NUMBERS];
static volatile unsigned long result;

__attribute__((noinline)) static void fill(unsigned seed)
{
    for (size_t i = 0; i < NUMBERS; i++) {
        seed = seed * 1664525 + 1013904223;
        numbers[i] = seed >> 12;
    }
}

static int compare(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

__attribute__((noinline)) static unsigned long greatest_common(unsigned long a, unsigned long b)
{
    while (b > 0) {
        unsigned long rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

__attribute__((noinline)) static size_t write_out(void)
{
    size_t used = 0;
    for (size_t i = 0; i < NUMBERS / 16; i++)
        used += snprintf(text + used, sizeof(text) - used, "%x ", numbers[i]);
    return used;
}

static void work(unsigned round)
{
    fill(round);
    qsort(numbers, NUMBERS / 8, sizeof(*numbers), compare);
    for (size_t i = 1; i < NUMBERS; i++)
        result += greatest_common(numbers[i], numbers[i - 1]);
    result += write_out();
    prof_spin(SPIN_TURNS / 4);
}

int main(int argc, char **argv)
{
    CHECK(argc >= 2);
    bool is_late = argc > 2 && strcmp(argv[2], "late") == 0;
    uintptr_t offset = is_late ? ((uintptr_t)fill + (uintptr_t)witness_call_on) / 2 : TEXT_START;
    struct witness w = witness_of(offset, strtoul(argv[1], NULL, 0));
    witness_on(&w);
    for (unsigned round = 0; round < ROUNDS; round++)
        work(round);
    witness_off();
    struct profstat st = prof_now();
    CHECK_EQ(prof_sum(w.counters, w.n), st.ps_counted);
    CHECK_EQ(st.ps_full, 0);
    CHECK(st.ps_user >= 200);
    if (is_late)
        CHECK(st.ps_outside > 0);
    else
        CHECK_EQ(st.ps_outside, 0);
    witness_print(&w);
    return 0;
}
