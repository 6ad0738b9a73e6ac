/* What another CPU runs first: code that is copied to TRAMPOLINE_PHYS. */
#ifndef X86_BOOT_H
#define X86_BOOT_H

#include <stdint.h>

extern char boot_trampoline_start[], boot_trampoline_end[];

/* What it reads: CR3, the stack pointer, and the function to call, which does not return, with its
 * argument. */
extern uint64_t boot_cpu_root, boot_cpu_stack, boot_cpu_entry, boot_cpu_arg;

#endif
