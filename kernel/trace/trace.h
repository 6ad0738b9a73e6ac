/*
 * The kernel's trace, ktrace(2): events such as switches and system calls, with their times.
 * abi/ktrace.h has the events and the call.  The model is KUtrace (Sites, "Understanding Software
 * Dynamics", 2021).
 *
 * Each CPU has its own events and is the only one that writes there, with interrupts off: no lock.
 * They are read when the trace is off.  A full buffer drops what comes later, and counts it: so the
 * names of threads, which come first, stay.
 *
 * Off, it costs a test in each switch and each wake-up.  System calls, exceptions and interrupts
 * cost nothing: arch_trace_entries() changes where they enter.
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include <abi/ktrace.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct profile;
struct thread;

extern bool trace_on;

/* It may be turned off, or on, right behind the test: two instructions, without an atomic load. */
static inline bool trace_is_on(void)
{
    return __builtin_expect(trace_on, false);
}

/* The scheduler, with sched_lock: it switches; the thread, which is new or has slept, is ready. */
void trace_switch(const struct thread *from, struct thread *to);
void trace_wake(const struct thread *thread);

/* Introduces a thread, for the calling CPU runs it now or next.  Interrupts are off. */
void trace_thread(struct thread *thread);

/* The system call, for a thread of that process; may sleep. */
int64_t trace_call(const struct profile *caller, int what, struct ktrace_event *user_buf,
                   size_t max);

/* The process ends: frees what is its own. */
void trace_exit(const struct profile *caller);

#endif
