/*
 * Waiting until one of several files is ready, for poll(2).
 *
 * All pollers share one queue, and look at their files again when any file has changed:
 *
 *     poll_begin();
 *     do {
 *         seen = poll_changes();
 *         look at each file
 *     } while (none is ready && poll_wait(seen, deadline_ns) == 0);
 *     poll_end();
 *
 * A file that may have become ready calls poll_changed() after the change, under the lock that a
 * look takes: so a look sees the change, or the change sees the poller.
 */
#ifndef SCHED_POLL_H
#define SCHED_POLL_H

#include <stdint.h>

void poll_begin(void);
void poll_end(void);
uint32_t poll_changes(void);

/* Sleeps until there are more changes than `seen`: 0, -EINTR or -ETIMEDOUT, as waitq_sleep_until().
 */
int poll_wait(uint32_t seen, uint64_t deadline_ns);

/* From anywhere.  An atomic load while nobody polls. */
void poll_changed(void);

#endif
