/*
 * Time: the time-stamp counter, and the local APIC's timer for alarms.  The timer counts
 * nanoseconds, in QEMU and in KVM.  The TSC does not report its rate, so it is calibrated at boot
 * against the timer.
 *
 * The host may stop this CPU between any two instructions, and both go on meanwhile: one read
 * before a stop and one after it do not belong together.  So both are read several times in a row,
 * and of these the reading counts during which the TSC went on least.  A stop between the
 * measurement's two ends does no harm; but the timer's 32 bits are four seconds, and when it has
 * come to 0 the measurement is made anew.
 *
 * It is as long as an accuracy of about 0.05 % requires: reading QEMU's counters takes a
 * microsecond.  A number of counts times a fixed-point factor gives nanoseconds.
 */
#include "arch/x86/tsc.h"
#include "arch/arch.h"
#include "arch/x86/apic.h"
#include "arch/x86/registers.h"
#include "core/panic.h"

#define MEASURE_NS 2000000
#define READINGS   8

#define ALARM_MAX_NS 1000000000

struct tsc_scale tsc_scale;

/* Both at one moment, except for width, which is in counts of the TSC. */
struct reading {
    uint64_t tsc, width;
    uint32_t timer_ns; /* until it comes to 0 */
};

static struct reading read_clocks(void)
{
    struct reading best = {.width = UINT64_MAX};
    for (unsigned i = 0; i < READINGS; i++) {
        struct reading reading = {.tsc = rdtsc()};
        reading.timer_ns = apic_timer_count();
        reading.width = rdtsc() - reading.tsc;
        if (reading.width < best.width)
            best = reading;
    }
    return best;
}

void tsc_init(uint64_t boot_tsc)
{
    tsc_scale.at_boot = boot_tsc;
    struct reading start, end;
    do {
        apic_timer_start(UINT32_MAX);
        start = read_clocks();
        do
            end = read_clocks();
        while (end.timer_ns > 0 && start.timer_ns - end.timer_ns < MEASURE_NS);
    } while (end.timer_ns == 0);
    apic_timer_start(0);

    uint64_t tsc = end.tsc - start.tsc;
    uint32_t ns = start.timer_ns - end.timer_ns;
    tsc_scale.ns_per_count = ((uint64_t)ns << TSC_FACTOR_BITS) / tsc;
    if (tsc_scale.ns_per_count == 0)
        panic("clocks: in %u ns the TSC counted %lu", ns, tsc);
}

/* The counter has 32 bits, and 0 stops it.  If the alarm is too early, because of ALARM_MAX_NS, no
 * timer is due and the caller sets it again. */
void arch_set_alarm(uint64_t deadline_ns, uint64_t now_ns)
{
    apic_timer_prepare();
    uint64_t ns = deadline_ns - now_ns; /* of a deadline that has passed: far above the maximum */
    uint32_t count = ns + 1;
    if (ns >= ALARM_MAX_NS)
        count = deadline_ns == UINT64_MAX ? 0 : deadline_ns > now_ns ? ALARM_MAX_NS : 1;
    apic_timer_start(count);
}
