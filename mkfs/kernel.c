/* The kernel's services in a tool or a test: see kernel.h. */
#include "mkfs/kernel.h"
#include "arch/usercopy.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/spin.h"
#include "core/string.h"
#include "mkfs/host.h"
#include "mm/fail.h"
#include "mm/kmem.h"
#include "mm/page.h"
#include "sched/clock.h"
#include "sched/mutex.h"
#include "sched/sched.h"
#include "sched/waitq.h"
#include <abi/errno.h>
#include <stdio.h>

uint64_t kernel_time_ns;
bool kernel_quiet;
uint64_t kernel_alloc_budget = UINT64_MAX;
uint64_t kernel_bad_address = UINT64_MAX;

/* ---- messages ---- */

void print(const char *format, ...)
{
    if (kernel_quiet)
        return;
    fprintf(stderr, "%s: ", host_tool);
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
}

int print_into_va(char *buf, size_t size, const char *format, va_list args)
{
    return vsnprintf(buf, size, format, args);
}

_Noreturn void panic(const char *format, ...)
{
    fprintf(stderr, "%s: panic: ", host_tool);
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    __builtin_trap();
}

size_t strlcpy(char *dst, const char *src, size_t size)
{
    size_t length = strlen(src);
    if (size > 0) {
        size_t n = length < size ? length : size - 1;
        memcpy(dst, src, n);
        dst[n] = '\0';
    }
    return length;
}

/* ---- locks ---- */

void spin_lock(struct spinlock *lock)
{
    assert(!lock->holder);
    lock->holder = 1; /* there is just one CPU */
}

void spin_unlock(struct spinlock *lock)
{
    assert(lock->holder);
    lock->holder = 0;
}

bool spin_held(const struct spinlock *lock)
{
    return lock->holder != 0;
}

void mutex_init(struct mutex *mutex, const char *name)
{
    *mutex = (struct mutex){.lock = SPINLOCK_INIT(name)};
}

void mutex_lock(struct mutex *mutex)
{
    assert(!mutex->word);
    mutex->word = 1;
}

void mutex_unlock(struct mutex *mutex)
{
    assert(mutex->word);
    mutex->word = 0;
}

bool mutex_held(const struct mutex *mutex)
{
    return mutex->word != 0;
}

void sched_yield(void)
{
}

void sched_yield_if_due(void)
{
}

void waitq_init(struct waitq *queue)
{
    list_init(&queue->sleepers);
}

void waitq_sleep(struct waitq *queue, struct spinlock *guard)
{
    (void)queue;
    panic("the only thread would sleep forever (%s)", guard->name);
}

int waitq_sleep_until(struct waitq *queue, struct spinlock *guard, uint64_t deadline_ns)
{
    (void)deadline_ns;
    waitq_sleep(queue, guard);
    return 0;
}

unsigned waitq_wake(struct waitq *queue)
{
    (void)queue;
    return 0;
}

unsigned waitq_wake_all(struct waitq *queue)
{
    (void)queue;
    return 0;
}

uint64_t clock_now_ns(void)
{
    return kernel_time_ns;
}

uint64_t clock_realtime_ns(void)
{
    return kernel_time_ns;
}

/* ---- memory ---- */

bool fail_counts;

bool fail_count(void)
{
    return false;
}

static void *alloc(size_t nbytes, int fill)
{
    if (kernel_alloc_budget == 0)
        return NULL;
    if (kernel_alloc_budget != UINT64_MAX)
        kernel_alloc_budget--;
    void *mem = host_alloc(nbytes);
    if (fill)
        memset(mem, fill, nbytes);
    return mem;
}

/* Pages stay allocated until kernel_reset(); this chain of lists contains them all. */
struct page_list {
    struct page_list *next;
    size_t count;
    void *pages[510];
};

static struct page_list *page_lists;

void *page_alloc(void)
{
    void *page = alloc(PAGE_SIZE, 0xa5);
    if (page) {
        if (!page_lists || page_lists->count == 510) {
            struct page_list *list = host_alloc(sizeof(*list));
            list->next = page_lists;
            page_lists = list;
        }
        page_lists->pages[page_lists->count++] = page;
    }
    return page;
}

void *page_alloc_zeroed(void)
{
    void *page = page_alloc();
    if (page)
        memset(page, 0, PAGE_SIZE);
    return page;
}

void kernel_reset(void)
{
    while (page_lists) {
        struct page_list *list = page_lists;
        page_lists = list->next;
        while (list->count > 0)
            host_free(list->pages[--list->count]);
        host_free(list);
    }
}

/* kernel_reset() frees it: the host has enough memory. */
void page_free(void *page)
{
    (void)page;
}

uint32_t page_refs(void *page)
{
    (void)page;
    return 1;
}

size_t page_count_spare(void)
{
    return UINT32_MAX;
}

void *kmem_alloc(size_t nbytes)
{
    assert(nbytes <= KMEM_MAX);
    return alloc(nbytes, 0xa5);
}

void *kmem_alloc_zeroed(size_t nbytes)
{
    assert(nbytes <= KMEM_MAX);
    return alloc(nbytes, 0);
}

void kmem_free(void *object)
{
    host_free(object);
}

/* ---- user memory: the tool's own, with a limit for tests ---- */

static size_t readable(const void *mem, size_t n)
{
    uint64_t start = (uint64_t)mem;
    if (start >= kernel_bad_address)
        return 0;
    return n < kernel_bad_address - start ? n : kernel_bad_address - start;
}

int copy_from_user(void *dst, const void *user_src, size_t n)
{
    size_t good = readable(user_src, n);
    memcpy(dst, user_src, good);
    return good == n ? 0 : -EFAULT;
}

int copy_to_user(void *user_dst, const void *src, size_t n)
{
    size_t good = readable(user_dst, n);
    memcpy(user_dst, src, good);
    return good == n ? 0 : -EFAULT;
}
