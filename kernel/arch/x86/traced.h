/*
 * The entries to the kernel while it is traced (arch_trace_entries).
 *
 * entry.S and return.S reach the functions below through these variables, so an entry that is not
 * traced executes no instruction more for it.
 */
#ifndef X86_TRACED_H
#define X86_TRACED_H

#include <machine.h>
#include <stdint.h>

extern uint64_t traced_calls_limit; /* system calls from that number on take the slow path */
extern void (*traced_trap_handle)(struct trap_frame *frame); /* trap_handle() when it is off */
extern void (*traced_return_work)(struct thread *thread);    /* return_to_user_work(), the same */

/* The system call of the frame, which exists: makes it, and sets its result. */
void traced_call(struct trap_frame *frame);

#endif
