/*
 * What each CPU has of its own.  cpu_self() is only stable while interrupts are off: a thread may
 * go on on another CPU after any moment at which it can be preempted.  current_thread() is always
 * right for the thread that asks.
 */
#ifndef CORE_CPU_H
#define CORE_CPU_H

#include "core/list.h"
#include "core/spin.h"
#include <machine.h>
#include <stdbool.h>
#include <stdint.h>

#define CPUS_MAX 8

struct space;
struct thread;
struct timer;

/* All fields belong to the CPU itself with interrupts off, except where a letter says otherwise:
 * [a] atomic, any CPU; [t] timer_lock of this CPU. */
struct cpu {
    struct cpu *self;       /* at offset 0: assembly and cpu_self() read it through GS */
    struct thread *current; /* the thread that runs here; its address is CPU_CURRENT in assembly */
    uint64_t kernel_stack;  /* the top of its kernel stack: CPU_KERNEL_STACK in assembly */
    uint64_t user_stack;    /* the system call entry's scratch word: CPU_USER_STACK */
    struct thread *idle;    /* runs when nothing else can */
    struct thread *dead;    /* ended here; freed as soon as its stack is left */
    uint32_t id;            /* 0 is the CPU that booted */
    uint32_t irq_depth;     /* reasons to keep interrupts off: irq_hold() calls not yet released,
                               an interrupt being handled, a boot not yet finished */
    bool online;            /* [a] */
    bool idling;            /* [a] it halts, or is about to: wake it with an interrupt */
    struct space *space;    /* whose page tables are loaded; NULL: the kernel's own */
    uint64_t tick_at_ns;    /* the next tick; UINT64_MAX while idle */
    uint64_t tick_period;   /* the number of the period that it is in */
    uint64_t resumed_ns;    /* when the alarm had last been set; 0 with a single CPU */
    uint64_t slice_end_ns;  /* when others get their turn; UINT64_MAX while idle */
    uint64_t timer_at_ns; /* [a] of the first timer; UINT64_MAX: none.  Written under timer_lock */
    struct spinlock timer_lock;
    struct list timers;          /* [t] armed here, earliest first */
    struct timer *timer_running; /* [t] whose function is being called */
    struct machine_cpu machine;  /* the architecture's part */
};

extern struct cpu cpu_table[CPUS_MAX];
extern uint32_t cpu_count; /* set before the other CPUs start */

static inline struct cpu *cpu_self(void)
{
    return machine_cpu_self();
}

static inline struct thread *current_thread(void)
{
    return machine_current_thread();
}

#endif
