/*
 * The entries to the kernel while it is traced (arch_trace_entries).
 *
 * entry.S and return.S reach them through variables: traced_calls_limit, trap_handler and
 * return_work.  So an entry that is not traced executes no instruction more.
 */
#ifndef X86_TRACED_H
#define X86_TRACED_H

#include <machine.h>
#include <stdint.h>

extern uint64_t traced_calls_limit; /* system calls from that number on take the slow path */

/* Before and after the system call of this frame, for entry.S; interrupts are on. */
void traced_call_begin(const struct trap_frame *frame);
void traced_call_end(uint64_t result);

#endif
