/*
 * The library's data for each thread, and the locks that it uses itself.
 *
 * The thread pointer (FS base) points at the thread's struct __thread_block; thread-local
 * variables lie right below it (System V ABI for x86-64, TLS variant II).
 */
#ifndef LIB_THREAD_H
#define LIB_THREAD_H

/* Offsets in the block, for assembly. */
#define THREAD_ERRNO       8
#define THREAD_CANCEL      12
#define THREAD_ABORT_FRAME 16

#ifndef __ASSEMBLER__

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/calls.h>

#define ERROR_TEXT_MAX 32

struct __thread_block {
    struct __thread_block *self; /* what %fs:0 reads: the ABI's rule */
    int error;                   /* its errno */
    int cancel;                  /* 1: its next cancellation point ends it */
    uintptr_t abort_frame;       /* of its first abort that has not ended, or 0; longjmp ends it */
    char text[ERROR_TEXT_MAX];   /* of strerror for an unknown number */
    bool cancel_asked;           /* pthread_cancel was called */
    bool cancel_woken;           /* its creator was asked too, and may have blocked the signal */
    int cancel_state, cancel_type; /* PTHREAD_CANCEL_* */
    struct __cleanup *cleanup;     /* what pthread_cleanup_push pushed last */
    void *(*run)(void *);
    void *arg;
    void *result;
    void *map; /* what to unmap: guard page, stack, thread-local variables, this */
    size_t map_nbytes;
    int alive;                      /* the kernel sets it to 0 when the stack is no longer used */
    bool detached;                  /* [t] will not be joined */
    bool ended;                     /* [t] it will never run the program's code again */
    struct __thread_block *next;    /* [t] of the threads that are waiting to be unmapped */
    void *values[PTHREAD_KEYS_MAX]; /* of pthread_setspecific, with the key's stamp then */
    unsigned stamps[PTHREAD_KEYS_MAX];
};
/* [t] guarded by the lock of pthread/thread.c */

_Static_assert(offsetof(struct __thread_block, error) == THREAD_ERRNO, "in assembly");
_Static_assert(offsetof(struct __thread_block, cancel) == THREAD_CANCEL, "in assembly");
_Static_assert(offsetof(struct __thread_block, abort_frame) == THREAD_ABORT_FRAME, "in assembly");

static inline struct __thread_block *thread_self(void)
{
    struct __thread_block *t;

    __asm__("mov %%fs:0, %0" : "=r"(t));
    return t;
}

/* Whether t is a thread that was not joined or reaped, whose block is mapped.  The kernel looks at
 * the memory first: it does not crash there.  A new thread may have the id of an old one. */
static inline bool thread_exists(pthread_t t)
{
    int before = errno;
    bool mapped = __futex_wait(&t->alive, -1, NULL) < 0 && errno == EAGAIN;

    errno = before;
    return mapped && t->self == t;
}

#define SIGCANCEL 16 /* what pthread_cancel sends: no set that sigfillset makes has it */

/* futex_wait as a cancellation point: only where the library has nothing to undo, or a cleanup. */
int __futex_wait_point(int *word, int expected, const struct timespec *timeout);

/* The owner to note in a lock: of a shared one, which other processes may hold too, a tid. */
static inline pthread_t lock_owner(int shared)
{
    return shared ? (pthread_t)(intptr_t)gettid() : thread_self();
}

/* The handlers of pthread_atfork; NULL without. */
enum atfork_when { ATFORK_BEFORE, ATFORK_PARENT, ATFORK_CHILD };
void __atfork_run(enum atfork_when when) __attribute__((weak));

/* Bytes that tls_place needs for the thread-local variables and the block together. */
size_t __tls_nbytes(void);

/* Lays both out in __tls_nbytes() zeroed bytes at mem, and returns the block. */
struct __thread_block *__tls_place(void *mem);

/* Gives the first thread its block.  Before that, functions that may set errno must not be called.
 */
void __tls_start(void);

/* False until the first pthread_create: a process with one thread skips the locks. */
extern bool __threaded;

/* A lock of the library's own.  Not recursive; zero-initialised is free. */
struct lock {
    int word; /* as in pthread_mutex_t */
};

void __word_lock(int *word); /* leaves errno alone */
void __word_unlock(int *word);

static inline void lock_take(struct lock *l)
{
    if (__threaded)
        __word_lock(&l->word);
}

static inline void lock_release(struct lock *l)
{
    if (__threaded)
        __word_unlock(&l->word);
}

/* The process ends when no thread is counted.  A thread that serves the library calls this first.
 */
void __thread_uncount(void);

/* In the child of a fork: it has one thread.  NULL in a program that creates none. */
void __thread_forked(void) __attribute__((weak));

/* Two stubs that do not return, which their lines in the list cannot express. */
_Noreturn void __exit(int status);
_Noreturn void __thread_exit(int *clear);

/* The calling thread's buffer for strerror, ERROR_TEXT_MAX bytes. */
char *__error_text(void);

#endif

#endif
