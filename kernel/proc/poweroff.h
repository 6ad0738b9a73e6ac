/*
 * The end of the machine, asked for by a process.  With DEBUG=1 all processes end first, and then
 * nothing may be left of them (debug/leak.h).
 */
#ifndef PROC_POWEROFF_H
#define PROC_POWEROFF_H

/* poweroff(2), of the calling process.  Returns only with DEBUG=1: then the process is ending. */
void poweroff_begin(int status);

/* For process 1, which has ended except for its space.  Does not return once poweroff_begin() has
 * been called. */
void poweroff_finish(void);

#endif
