/* The records of pthread_cleanup_push lie on the thread's stack.  Its block links them. */
#include "../thread.h"

void __cleanup_push(struct __cleanup *c)
{
    struct __thread_block *t = thread_self();

    c->before = t->cleanup;
    t->cleanup = c;
}

void __cleanup_pop(struct __cleanup *c, int run)
{
    thread_self()->cleanup = c->before;
    if (run)
        c->func(c->arg);
}
