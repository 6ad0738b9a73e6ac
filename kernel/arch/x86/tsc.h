/* The clocks; arch_clock_ns() and arch_set_alarm() are in arch/arch.h. */
#ifndef X86_TSC_H
#define X86_TSC_H

#include <stdint.h>

/* Calibrates them against the PIT.  boot_tsc: the counter at the kernel's first instruction. */
void tsc_init(uint64_t boot_tsc);

#endif
