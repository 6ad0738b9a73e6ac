/*
 * Time: the time-stamp counter, and the local APIC's timer for alarms.  Neither reports its rate,
 * so both are calibrated at boot against the PIT, whose rate is the same on every PC.
 *
 * The host may stop this CPU between any two instructions, and the three go on meanwhile: one read
 * before a stop and one after it do not belong together.  So all are read several times in a row,
 * and of these the reading counts during which the TSC went on least.  A stop between the
 * measurement's two ends does no harm; but the PIT's 16 bits are 55 ms, and when more have passed,
 * which its output tells (Intel 8254, mode 0), it is made anew.
 *
 * It is as long as an accuracy of about 0.05 % requires: reading QEMU's counters takes a
 * microsecond.  A number of counts times a fixed-point factor gives nanoseconds.
 */
#include "arch/x86/tsc.h"
#include "arch/arch.h"
#include "arch/x86/apic.h"
#include "arch/x86/registers.h"
#include "core/panic.h"

#define PIT_HZ         1193182
#define PIT_COMMAND    0x43
#define PIT_CHANNEL2   0x42
#define PIT_GATE       0x61
#define PIT_OUTPUT     0x20 /* in PIT_GATE's port: channel 2 has come to 0 */
#define MEASURE_COUNTS 2400 /* about 2 ms */
#define MEASURE_TIMES  100  /* at most: a CPU that is so often stopped for long is none */
#define READINGS       8

#define ALARM_MAX_NS 1000000000

struct tsc_scale tsc_scale;
static uint64_t timer_per_ns; /* << TSC_FACTOR_BITS */

static uint16_t pit_now(void)
{
    port_out8(PIT_COMMAND, 0x80); /* latch channel 2 */
    uint8_t low = port_in8(PIT_CHANNEL2);
    return low | port_in8(PIT_CHANNEL2) << 8;
}

/* The three at one moment, but for width, which is in counts of the TSC. */
struct reading {
    uint64_t tsc, width;
    uint32_t timer;
    uint16_t pit;
};

static struct reading read_once(void)
{
    struct reading reading = {.tsc = rdtsc()};
    reading.pit = pit_now();
    reading.timer = apic_timer_count();
    reading.width = rdtsc() - reading.tsc;
    return reading;
}

static struct reading read_clocks(void)
{
    struct reading best = read_once();
    for (unsigned i = 1; i < READINGS; i++) {
        struct reading reading = read_once();
        if (reading.width < best.width)
            best = reading;
    }
    return best;
}

/* Returns whether it is one: false if the PIT came to 0. */
static bool measure(struct reading *start, struct reading *end)
{
    port_out8(PIT_COMMAND, 0xb0); /* channel 2, both bytes, mode 0: count once */
    port_out8(PIT_CHANNEL2, 0xff);
    port_out8(PIT_CHANNEL2, 0xff);
    apic_timer_start(UINT32_MAX);
    *start = read_clocks();
    while ((uint16_t)(start->pit - pit_now()) < MEASURE_COUNTS)
        ;
    *end = read_clocks();
    return !(port_in8(PIT_GATE) & PIT_OUTPUT);
}

void tsc_init(uint64_t boot_tsc)
{
    tsc_scale.at_boot = boot_tsc;
    port_out8(PIT_GATE, (port_in8(PIT_GATE) & ~2) | 1); /* speaker off, gate open */
    struct reading start, end;
    for (unsigned i = 1; !measure(&start, &end); i++)
        if (i == MEASURE_TIMES)
            panic("clocks: %u measurements of 2 ms took more than 54 ms each", MEASURE_TIMES);
    apic_timer_start(0);

    uint64_t tsc = end.tsc - start.tsc;
    uint32_t timer = start.timer - end.timer;
    uint64_t ns = (uint64_t)(uint16_t)(start.pit - end.pit) * 1000000000 / PIT_HZ;
    tsc_scale.ns_per_count = (ns << TSC_FACTOR_BITS) / tsc;
    timer_per_ns = ((uint64_t)timer << TSC_FACTOR_BITS) / ns;
    if (tsc_scale.ns_per_count == 0 || timer_per_ns == 0)
        panic("clocks: in %lu ns the TSC counted %lu, the APIC timer %u", ns, tsc, timer);
}

/* The counter has 32 bits, and 0 stops it.  If the alarm is too early, because of ALARM_MAX_NS, no
 * timer is due and the caller sets it again. */
static void start_timer(uint64_t ns)
{
    apic_timer_start((ns * timer_per_ns >> TSC_FACTOR_BITS) + 1);
}

__attribute__((noinline)) static void set_past_or_far(uint64_t deadline_ns, uint64_t now_ns)
{
    if (deadline_ns == UINT64_MAX)
        apic_timer_start(0);
    else
        start_timer(deadline_ns > now_ns ? ALARM_MAX_NS : 0);
}

void arch_set_alarm(uint64_t deadline_ns, uint64_t now_ns)
{
    apic_timer_prepare();
    uint64_t ns = deadline_ns - now_ns; /* of a deadline that has passed: far above the maximum */
    if (ns < ALARM_MAX_NS)
        start_timer(ns);
    else
        set_past_or_far(deadline_ns, now_ns);
}
