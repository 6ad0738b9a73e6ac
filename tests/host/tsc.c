/*
 * The calibration of the clocks (kernel/arch/x86/tsc.c) on a host that stops the CPU: before each
 * of its reads and writes, for each of several times, and at moments without order.
 */
/* sources: kernel/arch/x86/tsc.c */
#include "arch/x86/tsc.h"
#include "arch/arch.h"
#include "arch/x86/apic.h"
#include "arch/x86/registers.h"
#include "check.h"
#include "core/panic.h"

#define US        1000ul
#define MS        1000000ul
#define TSC_HZ    2793437000ul
#define ACCESS_NS (1 * US)
#define EXACT_TO  1000
#define SECOND    999999999ul

static uint64_t now_ns, timer_ns;
static uint32_t timer_counts;
static unsigned naccesses, nmeasures;

/* The host's stops. */
static unsigned stop_at; /* before this access */
static unsigned one_of;  /* before one of so many */
static uint64_t stop_ns; /* at most, for the latter */

static uint32_t random_bits(void)
{
    static uint64_t state = 1; /* Knuth's MMIX */
    state = state * 6364136223846793005 + 1442695040888963407;
    return (uint32_t)(state >> 32);
}

static void access_clock(void)
{
    naccesses++;
    now_ns += ACCESS_NS;
    if (naccesses == stop_at)
        now_ns += stop_ns;
    else if (one_of && random_bits() % one_of == 0)
        now_ns += 2ul * random_bits() % stop_ns;
}

static uint64_t counts(uint64_t ns, uint64_t hz)
{
    return (unsigned __int128)ns * hz / 1000000000;
}

/* ---- the devices ---- */

void apic_timer_prepare(void)
{
}

_Noreturn void panic(const char *format, ...)
{
    FAIL("panic: %s", format);
}

uint64_t rdtsc(void)
{
    access_clock();
    return counts(now_ns, TSC_HZ);
}

void apic_timer_start(uint32_t count)
{
    access_clock();
    timer_ns = now_ns;
    timer_counts = count;
    nmeasures += count > 0;
}

uint32_t apic_timer_count(void)
{
    access_clock();
    uint64_t passed = now_ns - timer_ns;
    return passed < timer_counts ? timer_counts - (uint32_t)passed : 0;
}

/* ---- the checks ---- */

static void check_near(const char *what, uint64_t got, uint64_t want)
{
    if (got < want - want / EXACT_TO || got > want + want / EXACT_TO)
        FAIL("%s: %lu, not %lu (a stop of %lu ns at access %u, or 1 of %u)", what,
             (unsigned long)got, (unsigned long)want, (unsigned long)stop_ns, stop_at, one_of);
}

static void calibrate(void)
{
    naccesses = nmeasures = 0;
    tsc_init(0);
    check_near("nanoseconds of a second",
               (unsigned __int128)TSC_HZ * tsc_scale.ns_per_count >> TSC_FACTOR_BITS, 1000000000);
}

int main(void)
{
    static const uint64_t stops[] = {20 * US,   300 * US,  2 * MS,    20 * MS,  800 * MS,
                                     4290 * MS, 4294 * MS, 4296 * MS, 5000 * MS};
    calibrate();
    CHECK_EQ(nmeasures, 1);
    unsigned all = naccesses;
    for (stop_at = 1; stop_at <= all; stop_at++)
        for (size_t i = 0; i < sizeof(stops) / sizeof(stops[0]); i++) {
            stop_ns = stops[i];
            calibrate();
            CHECK_IN(nmeasures, 1, 2);
        }
    stop_at = 0;
    unsigned again = 0;
    for (unsigned times = 0; times < 2000; times++) {
        one_of = 500;
        stop_ns = 6000 * MS;
        calibrate();
        again += nmeasures > 1;
    }
    CHECK_IN(again, 100, 1900);
    arch_set_alarm(SECOND, 0);
    CHECK_EQ(timer_counts, SECOND + 1); /* 0 would stop it */
    return 0;
}
