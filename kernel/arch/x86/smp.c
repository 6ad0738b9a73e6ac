/*
 * Starting the other CPUs, one after the other: each is sent to the trampoline in low memory
 * (boot.S) with a stack and its struct cpu, and counts itself before the next one is started.
 */
#include "arch/arch.h"
#include "arch/x86/acpi.h"
#include "arch/x86/apic.h"
#include "arch/x86/cpu.h"
#include "arch/x86/layout.h"
#include "arch/x86/paging.h"
#include "arch/x86/stack.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "core/string.h"
#include "mm/page.h"
#include "sched/sched.h"

#define START_PAUSE_NS 10000 /* between INIT and STARTUP (Intel SDM 3, 9.4.4) */

/*
 * The alarm is for QEMU's -icount only.  There the clock jumps to the next alarm when a CPU
 * executes STARTUP (seen with QEMU 7.2), which is tens of milliseconds away if none is set.
 */
#define START_ALARM_NS 100000

/* From boot.S: the first code that another CPU runs, by a copy at TRAMPOLINE_PHYS.  It takes the
 * stack from the struct of boot_cpu, and calls the function boot_cpu_entry with that struct.  The
 * function does not return. */
extern char boot_trampoline_start[], boot_trampoline_end[];
extern uint64_t boot_cpu_entry;
extern struct cpu *boot_cpu;

/* The CPU's first C code. */
static _Noreturn void run(struct cpu *cpu)
{
    cpu_init(cpu);
    apic_init_cpu();
    sched_init_cpu();
    __atomic_store_n(&cpu_count, cpu->id + 1, __ATOMIC_RELEASE);
    sched_idle();
}

static void start(struct cpu *cpu, uint32_t apic_id)
{
    void *stack = arch_stack_alloc();
    if (!stack)
        panic("no memory for the stack of CPU %u", cpu->id);
    boot_cpu = cpu;
    cpu->kernel_stack = stack_top(stack);
    cpu->irq_depth = 1; /* until sched_idle() */
    uint64_t now_ns = arch_clock_ns();
    arch_set_alarm(now_ns + START_ALARM_NS, now_ns);
    apic_send(apic_id, APIC_INIT);
    uint64_t sent_ns = arch_clock_ns();
    while (arch_clock_ns() - sent_ns < START_PAUSE_NS)
        machine_pause();
    apic_send(apic_id, APIC_STARTUP | TRAMPOLINE_PHYS >> 12);
    while (__atomic_load_n(&cpu_count, __ATOMIC_ACQUIRE) == cpu->id)
        machine_pause();
    arch_set_alarm(UINT64_MAX, 0);
}

void arch_start_other_cpus(void)
{
    memcpy(page_virt(TRAMPOLINE_PHYS), boot_trampoline_start,
           boot_trampoline_end - boot_trampoline_start);
    boot_cpu_entry = (uint64_t)run;
    uint32_t boot_apic_id = cpu_table[0].machine.apic_id;
    for (uint32_t i = 0; i < acpi.ncpus && cpu_count < CPUS_MAX; i++) {
        struct cpu *cpu = &cpu_table[cpu_count];
        if (acpi.apic_id[i] == boot_apic_id)
            continue;
        cpu->id = cpu_count;
        start(cpu, acpi.apic_id[i]);
    }
}
