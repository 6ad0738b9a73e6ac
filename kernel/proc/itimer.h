/*
 * Interval timers: setitimer(2).  A process has three, which its threads share.  Each counts
 * something, expires when that has reached a value, sends the process a signal, and may start
 * again.
 *
 *     ITIMER_REAL     the machine's clock                                SIGALRM
 *     ITIMER_VIRTUAL  the process's ticks in user mode                   SIGVTALRM
 *     ITIMER_PROF     the process's ticks in user mode and in the kernel SIGPROF
 *
 * The last two count the very ticks that times(2) reports, so they neither run ahead of that nor
 * behind it, and a process that sleeps is sent no signal.
 *
 * fork's child has none; exec keeps them; the end of the process stops them.
 */
#ifndef PROC_ITIMER_H
#define PROC_ITIMER_H

#include <stdint.h>

struct thread;

/* A timer that counts ticks of its process: process.h says under which lock. */
struct itimer {
    uint64_t expires;  /* at this number of the process's ticks; 0: it is stopped */
    uint64_t interval; /* ticks */
};

/* In ticks of the clock.  The value is the rest of the present interval.  A timer whose value is 0
 * is stopped; it keeps the interval. */
struct itimer_state {
    uint64_t value, interval;
};

/* Gets the state of the calling process's timer `which` (abi/time.h), one of the three, and unless
 * `state` is NULL sets a new one.  May sleep. */
void itimer_set(int which, const struct itimer_state *state, struct itimer_state *old);

/* Before the calling thread, which has taken a tick (WORK_ITIMER), returns to user mode: sends the
 * signals of the timers that have expired. */
void itimer_check(struct thread *thread);

#endif
