/* The first code that another CPU runs, a copy of it at TRAMPOLINE_PHYS. */
#ifndef X86_BOOT_H
#define X86_BOOT_H

#include <stdint.h>

extern char boot_trampoline_start[], boot_trampoline_end[];

/* Its input: CR3, the function to call, which does not return, and the function's argument: the
 * CPU's own struct, with its stack. */
extern uint64_t boot_cpu_root, boot_cpu_entry;
extern struct cpu *boot_cpu;

#endif
