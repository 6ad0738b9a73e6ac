/*
 * Threads.
 *
 * A thread lives in one mapping: a guard page without access at the bottom, its stack, and on top
 * its thread-local variables and its struct __thread_block.  A stack that grows too far hits the
 * guard page and the process gets SIGSEGV, instead of overwriting another thread's data.
 *
 * A thread cannot unmap the stack that it runs on.  It ends with thread_exit(&alive): the kernel
 * sets that word to 0 and wakes the threads that sleep on it once the stack is no longer in use.
 * From then on the mapping belongs to the joining thread.  A detached thread is never joined, so it
 * puts itself on the list `finished` before it ends; the next pthread_create unmaps those of the
 * list whose word is 0.  So only the mappings of detached threads that ended since the last create
 * are still held.
 *
 * The process ends when main returns, when a thread calls exit, or when the last thread ends.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../thread.h"

#define STACK_DEFAULT (256u << 10)

static struct lock lock;
static struct __thread_block *finished; /* [lock] linked by next */
static int running = 1;                 /* atomic: threads that have not called pthread_exit */

void __thread_keys_destroy(void) __attribute__((weak));
void __timers_forked(void) __attribute__((weak));

/* The others, one of which may have had the lock, are not in the child. */
void __thread_forked(void)
{
    lock = (struct lock){0};
    running = 1;
    if (__timers_forked)
        __timers_forked();
}

void __thread_uncount(void)
{
    if (__atomic_sub_fetch(&running, 1, __ATOMIC_ACQ_REL) == 0)
        exit(0);
}

static void unmap(struct __thread_block *t)
{
    if (t->map) /* not the first thread's, nor a stack that the program gave */
        munmap(t->map, t->map_nbytes);
}

/* Unmaps the stacks of finished detached threads.  Caller holds the lock. */
static void reap(void)
{
    struct __thread_block **link = &finished, *t;

    while ((t = *link)) {
        if (__atomic_load_n(&t->alive, __ATOMIC_ACQUIRE)) {
            link = &t->next;
            continue;
        }
        *link = t->next;
        unmap(t);
    }
}

/* Caller holds the lock. */
static void finished_add(struct __thread_block *t)
{
    t->next = finished;
    finished = t;
}

static void thread_main(void *arg)
{
    struct __thread_block *t = arg;

    if (t->cancel_woken) {
        sigset_t set;

        sigemptyset(&set);
        sigaddset(&set, SIGCANCEL);
        sigprocmask(SIG_UNBLOCK, &set, NULL);
    }
    pthread_exit(t->run(t->arg));
}

static size_t round_to_page(size_t n)
{
    return (n + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE;
}

/* A new thread's mapping, laid out; NULL when memory is out. */
static struct __thread_block *thread_map(size_t stack_nbytes, char **stack_top)
{
    size_t top = round_to_page(__tls_nbytes());
    size_t n = PAGE_SIZE + round_to_page(stack_nbytes) + top;
    char *map = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (map == MAP_FAILED)
        return NULL;
    if (mprotect(map, PAGE_SIZE, PROT_NONE) < 0) {
        munmap(map, n);
        return NULL;
    }
    *stack_top = map + n - top;
    struct __thread_block *t = __tls_place(*stack_top);
    t->map = map;
    t->map_nbytes = n;
    return t;
}

/* A thread's block at the top of a stack that the program gives; NULL if it is too small. */
static struct __thread_block *thread_place(const pthread_attr_t *attr, char **stack_top)
{
    size_t top = __tls_nbytes();

    if (attr->stack_nbytes < top + PTHREAD_STACK_MIN / 2)
        return NULL;
    uintptr_t end = (uintptr_t)attr->stack + attr->stack_nbytes - top;
    *stack_top = (char *)(end & -(uintptr_t)16);
    memset(*stack_top, 0, top);
    return __tls_place(*stack_top);
}

int pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    size_t stack_nbytes = attr ? attr->stack_nbytes : STACK_DEFAULT;
    int before = errno;

    __threaded = true;
    lock_take(&lock);
    reap();
    lock_release(&lock);
    char *stack_top;
    struct __thread_block *new =
        attr && attr->stack ? thread_place(attr, &stack_top) : thread_map(stack_nbytes, &stack_top);
    if (!new) {
        errno = before;
        return EAGAIN;
    }
    new->run = run;
    new->arg = arg;
    new->detached = attr && attr->detached;
    new->cancel_woken = thread_self()->cancel_asked;
    *t = new; /* before it runs: it may read it */
    __atomic_add_fetch(&running, 1, __ATOMIC_RELAXED);
    if (__thread_create(thread_main, new, stack_top, new) < 0) {
        int error = errno;
        __atomic_sub_fetch(&running, 1, __ATOMIC_RELAXED);
        unmap(new);
        errno = before;
        return error == ENOMEM ? EAGAIN : error;
    }
    return 0;
}

_Noreturn void pthread_exit(void *result)
{
    struct __thread_block *t = thread_self();

    t->cancel_state = PTHREAD_CANCEL_DISABLE;
    t->cancel = 0;
    while (t->cleanup) {
        struct __cleanup *last = t->cleanup;

        t->cleanup = last->before;
        last->func(last->arg);
    }
    if (__thread_keys_destroy)
        __thread_keys_destroy();
    t->result = result;
    __thread_uncount();
    /* From here on a signal handler would run on a stack that is about to be unmapped. */
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    lock_take(&lock);
    t->ended = true;
    if (t->detached && t->map)
        finished_add(t);
    lock_release(&lock);
    __thread_exit(&t->alive);
}

int pthread_join(pthread_t t, void **result)
{
    int alive, before = errno;

    if (t == thread_self())
        return EDEADLK;
    if (!thread_exists(t))
        return ESRCH;
    if (t->detached)
        return EINVAL;
    while ((alive = __atomic_load_n(&t->alive, __ATOMIC_ACQUIRE)) != 0)
        __futex_wait_point(&t->alive, alive, NULL);
    errno = before;
    if (result)
        *result = t->result;
    unmap(t);
    return 0;
}

int pthread_detach(pthread_t t)
{
    int error = 0;

    if (!thread_exists(t))
        return ESRCH;
    lock_take(&lock);
    if (t->detached)
        error = EINVAL;
    t->detached = true;
    if (t->ended && !error && t->map)
        finished_add(t);
    lock_release(&lock);
    return error;
}

pthread_t pthread_self(void)
{
    return thread_self();
}

int pthread_equal(pthread_t a, pthread_t b)
{
    return a == b;
}
