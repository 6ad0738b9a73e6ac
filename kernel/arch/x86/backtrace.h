/* Prints callers; arch_backtrace() is in arch/arch.h. */
#ifndef X86_BACKTRACE_H
#define X86_BACKTRACE_H

#include <stdint.h>

void backtrace_from(uint64_t rbp); /* the callers, from the frame pointer of a function on */

#endif
