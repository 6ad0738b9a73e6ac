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

#define US         1000ul
#define MS         1000000ul
#define PIT_HZ     1193182ul
#define TSC_HZ     2793437000ul
#define TIMER_HZ   62500000ul
#define PIT_END_NS (65535 * 1000000000ul / PIT_HZ)
#define ACCESS_NS  (1 * US)
#define EXACT_TO   1000 /* a count of the PIT is 1 / 2400 of the measurement */
#define SECOND     999999999ul

static uint64_t now_ns, pit_ns, timer_ns;
static uint32_t timer_counts, latched;
static unsigned nwritten, nread;
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
        now_ns += random_bits() % stop_ns;
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
}

uint32_t apic_timer_count(void)
{
    access_clock();
    uint64_t passed = counts(now_ns - timer_ns, TIMER_HZ);
    return passed < timer_counts ? timer_counts - (uint32_t)passed : 0;
}

/* Channel 2 of the PIT, mode 0: it counts from what was written, through 0. */
void port_out8(uint16_t port, uint8_t value)
{
    access_clock();
    if (port == 0x43 && value == 0x80) {
        latched = (uint16_t)(0xffff - counts(now_ns - pit_ns, PIT_HZ));
        nread = 0;
    } else if (port == 0x43) {
        CHECK_EQ(value, 0xb0);
        nwritten = 0;
    } else if (port == 0x42) {
        CHECK_EQ(value, 0xff);
        if (++nwritten == 2) {
            pit_ns = now_ns;
            nmeasures++;
        }
    } else {
        CHECK_EQ(port, 0x61);
        CHECK_EQ(value & 3, 1);
    }
}

uint8_t port_in8(uint16_t port)
{
    access_clock();
    if (port == 0x61)
        return nmeasures && now_ns - pit_ns >= PIT_END_NS ? 0x20 : 0;
    CHECK_EQ(port, 0x42);
    return (uint8_t)(nread++ == 0 ? latched : latched >> 8);
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
    arch_set_alarm(SECOND, 0);
    check_near("the timer's counts of a second", timer_counts, TIMER_HZ);
}

int main(void)
{
    static const uint64_t stops[] = {20 * US, 300 * US, 2 * MS,   3 * MS,   20 * MS,  52 * MS,
                                     54 * MS, 56 * MS,  110 * MS, 800 * MS, 5000 * MS};
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
        stop_ns = 60 * MS;
        calibrate();
        again += nmeasures > 1;
    }
    CHECK_IN(again, 100, 1900);
    return 0;
}
