/* Handlers around a fork.  Those before it run in reverse order, those after it in order. */
#include <errno.h>

#include "../thread.h"

#define HANDLERS_MAX 32

struct handlers {
    void (*at[3])(void); /* by enum atfork_when; NULL: none */
};

static struct lock lock;
static struct handlers handlers[HANDLERS_MAX]; /* [lock] */
static int n;                                  /* [lock] */

int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
    int error = 0;

    lock_take(&lock);
    if (n < HANDLERS_MAX)
        handlers[n++] = (struct handlers){{before, parent, child}};
    else
        error = ENOMEM;
    lock_release(&lock);
    return error;
}

/* The lock is held from before the fork to after it, so the child gets it free. */
void __atfork_run(enum atfork_when when)
{
    int before = errno;

    if (when == ATFORK_BEFORE)
        lock_take(&lock);
    for (int i = 0; i < n; i++) {
        void (*run)(void) = handlers[when == ATFORK_BEFORE ? n - 1 - i : i].at[when];

        if (run)
            run();
    }
    if (when == ATFORK_CHILD)
        lock = (struct lock){0};
    else if (when == ATFORK_PARENT)
        lock_release(&lock);
    errno = before;
}
