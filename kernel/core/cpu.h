/*
 * Per-CPU data.  struct cpu *cpu_self(void) and struct thread *current_thread(void) are inline, in
 * <machine.h>.  What cpu_self() returns holds only while interrupts are off: a thread that has
 * slept may continue on another CPU.  current_thread() is always right for the thread that calls
 * it.
 */
#ifndef CORE_CPU_H
#define CORE_CPU_H

#include "debug/locks.h"
#include <machine.h>
#include <stdint.h>

#define CPUS_MAX          8
#define ALARM_CALLERS_MAX 64

/* For the elements of a module's array of per-CPU data, indexed by cpu.id: no two share a cache
 * line, so that CPUs do not slow each other down. */
#define CPU_ALIGNED __attribute__((aligned(64)))

struct alarm;
struct thread;

/* Only the CPU itself accesses its fields, with interrupts off. */
struct cpu {
    struct cpu *self;       /* at offset 0: assembly and cpu_self() read it through GS */
    struct thread *current; /* the thread that runs here; its address is CPU_CURRENT in assembly */
    uint64_t kernel_stack;  /* the top of its kernel stack: CPU_KERNEL_STACK in assembly */
    uint64_t user_stack;    /* the system call entry's scratch word: CPU_USER_STACK */
    uint32_t id;            /* 0 is the CPU that booted */
    uint32_t irq_depth;     /* reasons to keep interrupts off; CPUs to wake (core/irq.h) */
    uint64_t alarm_pc;      /* where the kernel's alarm went off (arch_trace_alarm); 0: not known */
    struct thread *alarm_thread; /* which thread ran then; this and the next only with alarm_pc */
    uint32_t alarm_ncallers;     /* the return addresses of alarm_pc's callers, innermost first */
    uint64_t alarm_callers[ALARM_CALLERS_MAX];
    struct alarm *alarm;        /* its next tick, slice end and timer (sched/alarm.h) */
    struct machine_cpu machine; /* the architecture's part */
    struct debug_locks spins;   /* the spin locks that it holds */
    struct debug_holds holds;   /* and why else interrupts are off */
};

extern struct cpu cpu_table[CPUS_MAX]; /* by id */
extern uint32_t cpu_count;             /* atomic at boot: each CPU counts itself when it starts */

#endif
