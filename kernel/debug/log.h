/*
 * DEBUG=1 knows the operation of the log that a thread is in: it is held like a mutex
 * (debug/locks.h).  Without DEBUG=1 all of it is empty, as in mkfs, which has no threads.
 */
#ifndef DEBUG_LOG_H
#define DEBUG_LOG_H

#ifdef DEBUG

/* log_begin() is called at pc, and may sleep before it has begun. */
void debug_log_begins(void *pc);
void debug_log_has_begun(void);
void debug_log_ends(void); /* or has not begun */

/* Panics outside an operation of the calling thread's; function: the caller's name. */
void debug_log_inside(const char *function);

/* Panics inside one, or where the thread may not sleep. */
void debug_log_outside(const char *function);

#else

#define debug_log_begins(pc)   ((void)(pc))
#define debug_log_has_begun()  ((void)0)
#define debug_log_ends()       ((void)0)
#define debug_log_inside(...)  ((void)0)
#define debug_log_outside(...) ((void)0)

#endif

#endif
