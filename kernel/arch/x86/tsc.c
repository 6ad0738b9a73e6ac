/*
 * Time: the time-stamp counter, and the local APIC's timer for alarms.  Neither reports its rate,
 * so both are calibrated at boot against the PIT, whose rate is the same on every PC.
 *
 * The calibration is as long as an accuracy of about 0.05 % requires: reading QEMU's counters takes
 * a microsecond.  A number of counts times a fixed-point factor gives nanoseconds.
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
#define MEASURE_COUNTS 2400 /* about 2 ms */

#define ALARM_MAX_NS 1000000000

struct tsc_scale tsc_scale;
static uint64_t timer_per_ns; /* << TSC_FACTOR_BITS */

static uint16_t pit_now(void)
{
    port_out8(PIT_COMMAND, 0x80); /* latch channel 2 */
    uint8_t low = port_in8(PIT_CHANNEL2);
    return low | port_in8(PIT_CHANNEL2) << 8;
}

void tsc_init(uint64_t boot_tsc)
{
    tsc_scale.at_boot = boot_tsc;
    port_out8(PIT_GATE, (port_in8(PIT_GATE) & ~2) | 1); /* speaker off, gate open */
    port_out8(PIT_COMMAND, 0xb0);                       /* channel 2, both bytes, count once */
    port_out8(PIT_CHANNEL2, 0xff);
    port_out8(PIT_CHANNEL2, 0xff);

    apic_timer_start(UINT32_MAX);
    uint16_t pit_start = pit_now();
    uint64_t tsc_start = rdtsc();
    uint32_t timer_start = apic_timer_count();
    uint16_t pit_end;
    do
        pit_end = pit_now();
    while ((uint16_t)(pit_start - pit_end) < MEASURE_COUNTS);
    uint64_t tsc = rdtsc() - tsc_start;
    uint32_t timer = timer_start - apic_timer_count();
    apic_timer_start(0);

    uint64_t ns = (uint64_t)(uint16_t)(pit_start - pit_end) * 1000000000 / PIT_HZ;
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
    uint64_t ns = deadline_ns - now_ns; /* of a deadline that has passed: far above the maximum */
    if (ns < ALARM_MAX_NS)
        start_timer(ns);
    else
        set_past_or_far(deadline_ns, now_ns);
}
