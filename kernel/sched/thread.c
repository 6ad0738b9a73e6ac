/* Threads: making, starting, notifying and ending them.  The contract is in sched/thread.h. */
#include "sched/thread.h"
#include "arch/arch.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/string.h"
#include "mm/kmem.h"
#include "sched/sched.h"
#include <abi/errno.h>

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
    list_init(&thread->link);
    list_init(&thread->process_link);
    arch_thread_init(thread, entry, arg);
    return thread;
}

void thread_start(struct thread *thread)
{
    assert(thread->state == THREAD_NEW);
    sched_start(thread);
}

void thread_free(struct thread *thread)
{
    arch_stack_free(thread->stack);
    kmem_free(thread);
}

void thread_discard(struct thread *thread)
{
    assert(thread->state == THREAD_NEW);
    thread_free(thread);
}

_Noreturn void thread_begin(void (*entry)(void *arg), void *arg)
{
    sched_thread_begins();
    entry(arg);
    thread_end();
}

_Noreturn void thread_end(void)
{
    spin_lock(&sched_lock);
    current_thread()->state = THREAD_DEAD;
    sched_switch();
    panic("a thread that had ended was run");
}

void thread_notify(struct thread *thread, uint32_t work)
{
    __atomic_or_fetch(&thread->work, work, __ATOMIC_SEQ_CST);
    spin_lock(&sched_lock);
    if (thread->state == THREAD_SLEEPING && thread->interruptible &&
        (work & (WORK_SIGNAL | WORK_EXIT)))
        sched_wake(thread, -EINTR);
    else if (thread->state == THREAD_RUNNING && thread->cpu != cpu_self())
        arch_wake_cpu(thread->cpu);
    spin_unlock(&sched_lock);
}

void thread_print_current(void)
{
    struct thread *thread = cpu_self()->current;
    if (!thread)
        return;
    const char *call = thread->process ? arch_frame_call_name(thread->frame) : NULL;
    print(", thread %d (%s)%s%s", thread->tid, thread->name, call ? ", in system call " : "",
          call ? call : "");
}
