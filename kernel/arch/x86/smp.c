/*
 * Starting the other CPUs, one after the other: each is sent to the trampoline in low memory
 * (boot.S) with a stack and its struct cpu, and sets `online` before the next one is started.
 */
#include "arch/arch.h"
#include "arch/x86/acpi.h"
#include "arch/x86/apic.h"
#include "arch/x86/boot.h"
#include "arch/x86/cpu.h"
#include "arch/x86/layout.h"
#include "arch/x86/paging.h"
#include "arch/x86/stack.h"
#include "core/cpu.h"
#include "core/print.h"
#include "core/string.h"
#include "mm/page.h"
#include "sched/sched.h"

#define START_PAUSE_NS 10000          /* between INIT and STARTUP (Intel SDM 3, 9.4.4) */
#define START_WAIT_NS  10000000000ull /* a CPU that has not come by then is not used */

/*
 * The alarm is for QEMU's -icount only.  There the clock jumps to the next alarm when a CPU
 * executes STARTUP (seen with QEMU 7.2), which is tens of milliseconds away if none is set.
 */
#define START_ALARM_NS 100000

/* Atomic: it is settled whether the CPU that is being started takes part.  The first one says: that
 * CPU itself, that it does; the boot CPU, when it has waited for long enough, that it does not. */
static bool settled;

static bool is_first(void)
{
    return !__atomic_exchange_n(&settled, true, __ATOMIC_SEQ_CST);
}

/* The CPU's first C code.  A CPU that comes too late halts: cpu_count does not include it, so no
 * TLB shootdown would reach it. */
static _Noreturn void run(struct cpu *cpu)
{
    cpu_init(cpu);
    apic_init_cpu();
    sched_init_cpu();
    while (!is_first())
        __asm__ volatile("cli; hlt");
    __atomic_store_n(&cpu->online, true, __ATOMIC_RELEASE);
    sched_idle();
}

static void pause_ns(uint64_t ns)
{
    uint64_t until = arch_clock_ns() + ns;
    while (arch_clock_ns() < until)
        machine_pause();
}

static bool start(struct cpu *cpu, uint32_t apic_id)
{
    void *stack = arch_stack_alloc();
    if (!stack)
        return false;
    boot_cpu_stack = stack_top(stack);
    boot_cpu_arg = (uint64_t)cpu;
    cpu->machine.apic_id = apic_id;
    cpu->irq_depth = 1; /* until sched_idle() */
    settled = false;
    uint64_t now_ns = arch_clock_ns();
    arch_set_alarm(now_ns + START_ALARM_NS, now_ns);
    apic_send_init(apic_id);
    pause_ns(START_PAUSE_NS);
    apic_send_startup(apic_id, TRAMPOLINE_PHYS);
    uint64_t until = arch_clock_ns() + START_WAIT_NS;
    while (!__atomic_load_n(&settled, __ATOMIC_RELAXED) && arch_clock_ns() < until)
        machine_pause();
    bool started = !is_first();
    while (started && !__atomic_load_n(&cpu->online, __ATOMIC_ACQUIRE))
        machine_pause();
    arch_set_alarm(UINT64_MAX, 0);
    return started;
}

void arch_start_other_cpus(void)
{
    memcpy(page_virt(TRAMPOLINE_PHYS), boot_trampoline_start,
           boot_trampoline_end - boot_trampoline_start);
    boot_cpu_root = paging_kernel_root();
    boot_cpu_entry = (uint64_t)run;
    cpu_table[0].online = true;
    uint32_t boot_apic_id = cpu_table[0].machine.apic_id;
    for (uint32_t i = 0; i < acpi.ncpus && cpu_count < CPUS_MAX; i++) {
        struct cpu *cpu = &cpu_table[cpu_count];
        if (acpi.apic_id[i] == boot_apic_id)
            continue;
        cpu->id = cpu_count;
        if (!start(cpu, acpi.apic_id[i])) {
            /* It may still come and use its stack, so no other CPU is started. */
            print("smp: CPU with APIC id %u did not start\n", acpi.apic_id[i]);
            return;
        }
        __atomic_store_n(&cpu_count, cpu_count + 1, __ATOMIC_RELEASE);
    }
}
