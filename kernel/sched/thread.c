/* Threads: making, describing and freeing them.  sched/sched.c runs them. */
#include "sched/thread.h"
#include "arch/arch.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/string.h"
#include "mm/kmem.h"
#include "sched/runq.h"

struct list thread_list = LIST_INIT(thread_list);
static size_t nthreads; /* atomic; some may not have started */

_Static_assert(sizeof(struct thread) <= KMEM_MAX,
               "a thread is one object (mm/kmem.h): put what is large apart");

struct thread *thread_create(const char *name, void (*entry)(void *arg), void *arg)
{
    static tid_t last_tid;
    struct thread *thread = kmem_alloc_zeroed(sizeof(*thread));
    if (!thread)
        return NULL;
    thread->stack = arch_stack_alloc();
    if (!thread->stack) {
        kmem_free(thread);
        return NULL;
    }
    thread->tid = __atomic_add_fetch(&last_tid, 1, __ATOMIC_RELAXED) & INT32_MAX;
    strlcpy(thread->name, name, sizeof(thread->name));
    thread->share = &runq_kernel;
    arch_thread_init(thread, entry, arg);
    __atomic_fetch_add(&nthreads, 1, __ATOMIC_RELAXED);
    return thread;
}

void thread_destroy(struct thread *thread)
{
    assert(thread->state == THREAD_NEW || thread->state == THREAD_DEAD);
    if (thread->state == THREAD_DEAD)
        list_remove(&thread->all_link);
    arch_stack_free(thread->stack);
    kmem_free(thread);
    __atomic_fetch_sub(&nthreads, 1, __ATOMIC_RELAXED);
}

size_t thread_count(void)
{
    return __atomic_load_n(&nthreads, __ATOMIC_RELAXED);
}

void thread_print(const struct thread *thread)
{
    const char *call = thread->process ? arch_frame_call_name(thread->frame) : NULL;
    print(", thread %d (%s)%s%s", thread->tid, thread->name, call ? ", in system call " : "",
          call ? call : "");
}

void thread_print_current(void)
{
    struct thread *thread = cpu_self()->current;
    if (thread)
        thread_print(thread);
}
