/* The first code that another CPU runs, a copy of it at TRAMPOLINE_PHYS. */
#ifndef X86_BOOT_H
#define X86_BOOT_H

#include <stdint.h>

extern char boot_trampoline_start[], boot_trampoline_end[];

/* Its input: CR3, a function that does not return, and the CPU's struct, which that function gets
 * and which has its stack. */
extern uint64_t boot_cpu_root, boot_cpu_entry;
extern struct cpu *boot_cpu;

#endif
