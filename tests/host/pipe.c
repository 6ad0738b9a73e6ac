/*
 * Pipes (kernel/fs/pipe.c) between threads of the host, which stand in for the kernel's: nothing is
 * lost or mixed up, ends close as POSIX says, and a bad buffer loses nothing.
 */
/* sources: kernel/fs/pipe.c */
#include "fs/pipe.h"
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "mm/kmem.h"
#include "mm/page.h"
#include "sched/poll.h"
#include "sched/waitq.h"
#include <abi/errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

void *calloc(size_t n, size_t size); /* <stdlib.h> brings types that abi/types.h has otherwise */
void free(void *p);

/* ---- the kernel around it: one mutex is every spin lock, one condition every queue ---- */

static pthread_mutex_t big_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t big_cond = PTHREAD_COND_INITIALIZER;
static int interrupted; /* [big_lock] the next sleep ends with -EINTR */
static int pages;       /* [big_lock] in use */
static int pages_max;   /* [big_lock] 0: any number */
static const char bad_address[1];
_Thread_local struct thread *this_thread;

void spin_init(struct spinlock *lock, const char *name)
{
    lock->name = name;
}

void spin_lock(struct spinlock *lock)
{
    (void)lock;
    this_thread = (struct thread *)&this_thread; /* any address of its own */
    pthread_mutex_lock(&big_lock);
}

void spin_unlock(struct spinlock *lock)
{
    (void)lock;
    pthread_mutex_unlock(&big_lock);
}

void poll_changed(void)
{
}

void waitq_init(struct waitq *queue)
{
    (void)queue;
}

int waitq_sleep_until(struct waitq *queue, struct spinlock *guard, uint64_t deadline_ns)
{
    (void)queue, (void)guard, (void)deadline_ns;
    if (interrupted)
        return -EINTR;
    pthread_cond_wait(&big_cond, &big_lock);
    return 0;
}

unsigned waitq_wake_all(struct waitq *queue)
{
    (void)queue;
    return pthread_cond_broadcast(&big_cond) == 0;
}

void *kmem_alloc_zeroed(size_t nbytes)
{
    return calloc(1, nbytes);
}

void kmem_free(void *object)
{
    free(object);
}

void *page_alloc(void)
{
    pthread_mutex_lock(&big_lock);
    int out = pages_max && pages >= pages_max;
    pages += !out;
    pthread_mutex_unlock(&big_lock);
    return out ? NULL : calloc(1, PAGE_SIZE);
}

void page_free(void *page)
{
    pthread_mutex_lock(&big_lock);
    pages--;
    pthread_mutex_unlock(&big_lock);
    free(page);
}

int copy_from_user(void *dst, const void *user_src, size_t n)
{
    if (user_src == bad_address)
        return -EFAULT;
    memcpy(dst, user_src, n);
    return 0;
}

int copy_to_user(void *user_dst, const void *src, size_t n)
{
    if (user_dst == bad_address)
        return -EFAULT;
    memcpy(user_dst, src, n);
    return 0;
}

/* ---- the tests ---- */

static unsigned checks, failures;
static char buf[2 * PIPE_BYTES];

static void check(const char *what, int good)
{
    checks++;
    if (good)
        return;
    failures++;
    printf("not so: %s\n", what);
}

static void alone(void)
{
    struct pipe *p = pipe_create();
    check("an empty pipe has nothing", pipe_read(p, buf, 1, true) == -EAGAIN);
    check("and a read of nothing waits for nothing", pipe_read(p, buf, 0, false) == 0);
    check("what is written", pipe_write(p, "hello", 5, false) == 5);
    check("to nowhere stays", pipe_read(p, (void *)bad_address, 5, false) == -EFAULT);
    check("is read", pipe_read(p, buf, 100, false) == 5 && memcmp(buf, "hello", 5) == 0);
    check("one byte after the other is one page", pages == 1);
    check("from nowhere", pipe_write(p, bad_address, 1, false) == -EFAULT);
    check("nothing comes", pipe_read(p, buf, 1, true) == -EAGAIN);
    check("it is full at some time", pipe_write(p, buf, sizeof(buf), true) == PIPE_BYTES);
    check("and then", pipe_write(p, buf, 1, true) == -EAGAIN);
    check("one byte", pipe_read(p, buf, 1, true) == 1);
    check("is no room for two in one piece", pipe_write(p, "ab", 2, true) == -EAGAIN);
    interrupted = 1;
    check("a signal ends a wait to write", pipe_write(p, "ab", 2, false) == -EINTR);
    check("after the first bytes it tells them", pipe_write(p, buf, 5000, false) == 1);
    check("all of it", pipe_read(p, buf, sizeof(buf), false) == PIPE_BYTES);
    check("a signal ends a wait to read", pipe_read(p, buf, 1, false) == -EINTR);
    interrupted = 0;
    pipe_write(p, "last", 4, false);
    pipe_close(p, true);
    check("the last bytes outlive the writer", pipe_read(p, buf, 100, false) == 4);
    check("then it ends", pipe_read(p, buf, 100, false) == 0);
    pipe_close(p, false);
    check("all pages come back", pages == 0);

    p = pipe_create();
    pages_max = 1;
    check("without memory", pipe_write(p, buf, 4000, false) == 4000);
    check("a write fails whole", pipe_write(p, buf, 4000, false) == -ENOMEM);
    pages_max = 0;
    check("and leaves no trace", pipe_read(p, buf, sizeof(buf), false) == 4000);
    pipe_close(p, false);
    check("without a reader", pipe_write(p, "x", 1, false) == -EPIPE);
    pipe_close(p, true);
}

/* Each record is written by one write and must be found in one piece. */
#define RECORD_MAX PIPE_BUF
#define RECORDS    20000
#define WRITERS    3

struct record {
    uint32_t nbytes, writer, number;
    uint8_t fill[RECORD_MAX - 12];
};

static struct pipe *shared;

static void *writer(void *arg)
{
    uint32_t id = *(int *)arg, random = id + 1;
    struct record r = {.writer = id};
    for (r.number = 0; r.number < RECORDS; r.number++) {
        random = random * 1664525 + 1013904223;
        r.nbytes = 12 + (random >> 16) % (r.number % 8 ? 100 : sizeof(r.fill));
        memset(r.fill, r.number + id, r.nbytes - 12);
        if (pipe_write(shared, &r, r.nbytes, false) != r.nbytes)
            return arg;
    }
    return NULL;
}

static void read_whole(void *dst, size_t n)
{
    for (size_t done = 0; done < n;) {
        ssize_t r = pipe_read(shared, (char *)dst + done, n - done, false);
        if (r <= 0)
            return;
        done += r;
    }
}

static int record_good(struct record *r, const uint32_t *next)
{
    if (r->writer >= WRITERS || r->nbytes > sizeof(*r) || r->number != next[r->writer])
        return 0;
    read_whole(r->fill, r->nbytes - 12);
    for (size_t i = 0; i < r->nbytes - 12; i++)
        if (r->fill[i] != (uint8_t)(r->number + r->writer))
            return 0;
    return 1;
}

static void together(void)
{
    uint32_t next[WRITERS] = {0};
    shared = pipe_create();
    pthread_t threads[WRITERS];
    int ids[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        ids[i] = i;
        pthread_create(&threads[i], NULL, writer, &ids[i]);
    }
    int good = 1;
    for (int i = 0; i < WRITERS * RECORDS && good; i++) {
        static struct record r;
        read_whole(&r, 12);
        good = record_good(&r, next);
        if (good)
            next[r.writer]++;
    }
    check("every record arrives, whole and in order", good);
    pipe_close(shared, false); /* a writer that is left would wait forever */
    for (int i = 0; i < WRITERS; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        check("a writer writes everything", !failed);
    }
    pipe_close(shared, true);
}

int main(void)
{
    alone();
    together();
    printf("%u checks, %u failures\n", checks, failures);
    return failures != 0;
}
