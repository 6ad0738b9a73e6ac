/*
 * The end of a process: it calls the functions that atexit registered, last first, flushes the
 * streams, and writes the profile of a program built with -pg.
 *
 * A program that uses no streams is linked without stdio: the reference to their flush is weak, and
 * NULL in that case.
 */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "gmon/gmon.h"
#include "thread.h"

#define HANDLERS_MAX 64

struct handlers {
    struct lock lock;
    void (*func[HANDLERS_MAX])(void); /* [lock] */
    int n;                            /* [lock] */
};

static struct handlers at_exit, at_quick;

void __stdio_flush_all(void) __attribute__((weak));

extern void (*__fini_array_start[])(void) __attribute__((visibility("hidden")));
extern void (*__fini_array_end[])(void) __attribute__((visibility("hidden")));

static int handlers_add(struct handlers *h, void (*func)(void))
{
    int error = 0;

    lock_take(&h->lock);
    if (h->n < HANDLERS_MAX)
        h->func[h->n++] = func;
    else
        error = ENOMEM;
    lock_release(&h->lock);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

/* The lock is free while a handler runs: it may register another, which then runs next. */
static void handlers_run(struct handlers *h)
{
    lock_take(&h->lock);
    while (h->n > 0) {
        void (*func)(void) = h->func[--h->n];

        lock_release(&h->lock);
        func();
        lock_take(&h->lock);
    }
    lock_release(&h->lock);
}

int atexit(void (*func)(void))
{
    return handlers_add(&at_exit, func);
}

int at_quick_exit(void (*func)(void))
{
    return handlers_add(&at_quick, func);
}

_Noreturn void exit(int status)
{
    handlers_run(&at_exit);
    for (size_t i = __fini_array_end - __fini_array_start; i > 0; i--)
        __fini_array_start[i - 1]();
    if (__stdio_flush_all)
        __stdio_flush_all();
    if (__gmon_finish)
        __gmon_finish();
    __exit(status);
}

_Noreturn void quick_exit(int status)
{
    handlers_run(&at_quick);
    __exit(status);
}

_Noreturn void _exit(int status)
{
    __exit(status);
}

_Noreturn void _Exit(int status)
{
    __exit(status);
}

/*
 * SIGABRT ends the process even if it is blocked, ignored, or caught by a handler that returns or
 * calls abort.  Only a handler that leaves abort by a jump, each time, avoids that (C11
 * 7.22.4.1p2).
 */
_Noreturn void abort(void)
{
    struct __thread_block *self = thread_self();
    bool again = self->abort_frame != 0;

    if (!again)
        self->abort_frame = (uintptr_t)__builtin_frame_address(0);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGABRT);
    for (;;) { /* again if another thread has installed a handler */
        if (again)
            signal(SIGABRT, SIG_DFL);
        again = true;
        sigprocmask(SIG_UNBLOCK, &set, NULL);
        raise(SIGABRT);
    }
}
