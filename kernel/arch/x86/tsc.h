/* The clocks; arch_clock_ns() is in <machine.h>, arch_set_alarm() in arch/arch.h. */
#ifndef X86_TSC_H
#define X86_TSC_H

#include <stdint.h>

/* Nanoseconds since boot are (counts - at_boot) * ns_per_count >> TSC_FACTOR_BITS. */
#define TSC_FACTOR_BITS 24
extern struct tsc_scale {
    uint64_t at_boot, ns_per_count;
} tsc_scale; /* set at boot, by tsc_init() */

/* Calibrates the counter against the local APIC's timer.  boot_tsc: what it was at the kernel's
 * first C function. */
void tsc_init(uint64_t boot_tsc);

#endif
