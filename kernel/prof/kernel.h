/*
 * The kernel's own profile, kprof(2): where the kernel spends its time, and what each CPU did in
 * every period of the clock.  abi/kprof.h has the counts and the calls.
 *
 * The counters are the kernel's own memory, so a tick is counted at once, in the interrupt, and
 * needs no task half.
 *
 * Off, it costs two tests in each tick.  It is on for one process at a time, which it belongs to.
 */
#ifndef PROF_KERNEL_H
#define PROF_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct profile;

extern bool prof_kernel_on;

/* It may be turned off, or on, right behind the test. */
static inline bool prof_kernel_is_on(void)
{
    return __atomic_load_n(&prof_kernel_on, __ATOMIC_RELAXED);
}

/* Interrupts off; periods by their numbers (sched/clock.c), in ascending order on each CPU.  Those
 * left out between two calls are counted as missed.
 *
 * prof_kernel_tick: this CPU takes the tick of that period, for the thread that it runs.  pc, if it
 * is not one of user mode: where the CPU was.
 * prof_kernel_idle: it was idle at the moments of the periods from first to end - 1. */
void prof_kernel_tick(uint64_t period, bool user, uint64_t pc);
void prof_kernel_idle(uint64_t first, uint64_t end);

/* kprof(2), for the process with that profile.  user_buf is a user address.  May sleep; holds no
 * lock while it does. */
int64_t prof_kernel_call(const struct profile *caller, int what, void *user_buf, size_t max);

/* The process with that profile ends, and has no other thread: frees what is its. */
void prof_kernel_exit(const struct profile *caller);

#endif
