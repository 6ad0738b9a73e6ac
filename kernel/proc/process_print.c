/* Prints the threads that wait in a machine that hangs.  QEMU asks for that (arch/x86/power.c). */
#include "arch/arch.h"
#include "core/print.h"
#include "proc/process.h"
#include "sched/clock.h"
#include "sched/mutex.h"
#include "sched/thread.h"

#define PRINTED_MAX 64

/* The state of a thread that no CPU runs; NULL: a CPU runs it, or it has not begun or has ended. */
static const char *state_of(const struct thread *thread)
{
    if (thread->state == THREAD_SLEEPING)
        return "waits";
    if (thread->state == THREAD_READY)
        return list_empty(&thread->link) ? "should wait for a CPU and is on no queue"
                                         : "waits for a CPU";
    return thread->state == THREAD_RUNNING && thread->cpu->current != thread ? "runs on no CPU"
                                                                             : NULL;
}

/* The first signal that should have ended the sleep; 0: none. */
static int missed_signal(const struct thread *thread)
{
    sigset_t pending = thread->pending | (thread->process ? thread->process->pending : 0);
    pending &= ~thread->signal_mask;
    return thread->interruptible && pending ? __builtin_ctzll(pending) : 0;
}

/* In a machine that hangs, a deadline in the past is a sign of a clock that hangs. */
static void print_deadline(uint64_t deadline_ns)
{
    int64_t rest_ns = deadline_ns - clock_now_ns();
    uint64_t tenths = (rest_ns < 0 ? -rest_ns : rest_ns) / (NS_PER_SEC / 10);
    print(" or its time, %s%lu.%lu s%s", rest_ns < 0 ? "" : "in ", tenths / 10, tenths % 10,
          rest_ns < 0 ? " ago" : "");
}

static void print_thread(const struct thread *thread)
{
    print("what %s", state_of(thread));
    thread_print(thread);
    if (thread->process)
        print(", process %d", thread->process->pid);
    if (thread->state == THREAD_SLEEPING) {
        print(", for %s'%s'", thread->wants ? "the mutex " : "", thread->guard->name);
        const struct thread *owner = thread->wants ? mutex_owner(thread->wants) : NULL;
        if (owner)
            print(" of thread %d (%s)", owner->tid, owner->name);
        print("%s", thread->interruptible ? " or a signal" : "");
        if (thread->sleep_timer.cpu)
            print_deadline(thread->sleep_timer.deadline_ns);
        if (missed_signal(thread))
            print(", and signal %d has come", missed_signal(thread));
    }
    print(": in\n");
    arch_thread_backtrace(thread);
}

/* The last one: fork starts it a moment after others can find it. */
static bool has_new_thread(const struct process *process)
{
    return !list_empty(&process->threads) &&
           list_entry(process->threads.prev, struct thread, process_link)->state == THREAD_NEW;
}

void process_print_threads(void)
{
    unsigned n = 0;
    const struct list *before = &thread_list;
    LIST_FOREACH (thread, &thread_list, struct thread, all_link) {
        if (thread->all_link.prev != before) { /* it may lead in a circle */
            print("tally: thread_list is broken, or changes just now: the rest is not printed\n");
            break;
        }
        before = &thread->all_link;
        if (state_of(thread) && n++ < PRINTED_MAX)
            print_thread(thread);
    }
    if (n > PRINTED_MAX)
        print("tally: %u more threads wait\n", n - PRINTED_MAX);
    LIST_FOREACH (process, &process_list, struct process, all_link) {
        if (process->zombie && process->parent && n++ < PRINTED_MAX)
            print("what has ended, process %d (%s): process %d (%s) has not waited for it\n",
                  process->pid, process->name, process->parent->pid, process->parent->name);
        if (has_new_thread(process) && n++ < PRINTED_MAX)
            print("what has not begun, process %d (%s): its thread was never started\n",
                  process->pid, process->name);
    }
}
