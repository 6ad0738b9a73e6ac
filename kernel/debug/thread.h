/* The checks of a thread with DEBUG=1.  Without DEBUG=1 they are empty. */
#ifndef DEBUG_THREAD_H
#define DEBUG_THREAD_H

struct thread;

#ifdef DEBUG

/* Panics if the calling thread keeps a lock; what: what it does now, such as "ends". */
void debug_thread_leaves(struct thread *thread, const char *what);

#else

#define debug_thread_leaves(...) ((void)0)

#endif

#endif
