/* The first code that another CPU runs, a copy of it at TRAMPOLINE_PHYS. */
#ifndef X86_BOOT_H
#define X86_BOOT_H

#include <stdint.h>

extern char boot_trampoline_start[], boot_trampoline_end[];

/* Its input: CR3, the stack pointer, and the function to call with its argument.  The function does
 * not return. */
extern uint64_t boot_cpu_root, boot_cpu_stack, boot_cpu_entry, boot_cpu_arg;

#endif
