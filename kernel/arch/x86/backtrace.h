/* Finds and prints callers; arch_backtrace() is in arch/arch.h. */
#ifndef X86_BACKTRACE_H
#define X86_BACKTRACE_H

#include <stdint.h>

struct cpu;
struct trap_frame;

void backtrace_from(uint64_t rbp); /* the callers, from the frame pointer of a function on */

/* An NMI interrupted the kernel there: stores the callers in cpu.alarm_callers (arch/arch.h).  It
 * takes no lock, and does not fault. */
void backtrace_note(struct cpu *cpu, const struct trap_frame *at);

#endif
