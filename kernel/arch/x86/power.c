/*
 * Powering off.  QEMU's isa-debug-exit device ends QEMU with a status that tells a clean exit from
 * a panic; without that device the ACPI sleep state S5 of QEMU's PCs is used.
 */
#include "arch/x86/power.h"
#include "arch/arch.h"
#include "arch/x86/apic.h"
#include "arch/x86/layout.h"
#include "arch/x86/registers.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "core/print.h"
#include "debug/locks.h"
#include "sched/thread.h"

#define DEBUG_EXIT_PORT  0xf4
#define DEBUG_EXIT_CLEAN 0x10 /* QEMU exits with 2 * value + 1 */
#define DEBUG_EXIT_PANIC 0x11
#define PM1A_CONTROL     0x604 /* on QEMU's pc and q35 */
#define PM1A_SLEEP_S5    0x2000

static _Noreturn void stop(void)
{
    for (;;)
        __asm__ volatile("cli; hlt");
}

_Noreturn void arch_poweroff(int status)
{
    irq_hold();
    print_last("tally: exit %d\n", status); /* the runner looks for it at the end */
    port_out32(DEBUG_EXIT_PORT, DEBUG_EXIT_CLEAN);
    port_out16(PM1A_CONTROL, PM1A_SLEEP_S5);
    stop();
}

void arch_panic_begin(void)
{
    irq_hold();
    if (!apic)
        uart_early(); /* so early that it may not have been called */
    if (apic)
        apic_send(0, APIC_NMI_OTHERS);
}

_Noreturn void arch_panic_end(void)
{
    port_out32(DEBUG_EXIT_PORT, DEBUG_EXIT_PANIC);
    stop();
}

/*
 * An NMI comes to the other CPUs of one that panics, which stops them.  It comes to all from QEMU,
 * when the runner finds that the machine does not end, and at a key in its terminal (tools/run).
 * Then each says what it is at, one after the other, the last one which locks are held and where
 * all other threads are, and all go on.  The console's lock may be held by what was interrupted:
 * from then on it is not taken, and lines may mix.
 */
static void tell(const struct trap_frame *frame)
{
    /* The frame of its last call is still there, from which it has returned. */
    if (frame->cs & 3)
        current_thread()->frame->vector = VECTOR_NMI;
    print("what runs ");
    panic_print_place();
    if (frame->cs & 3) {
        print(": in its program at 0x%lx\n", frame->rip);
    } else {
        print(", interrupts %s: in\n", frame->rflags & RFLAGS_IF ? "on" : "off");
        arch_trap_backtrace(frame);
    }
}

/* Each CPU waits until all have told. */
void power_tell(const struct trap_frame *frame)
{
    static bool telling;
    static uint32_t told, rounds;
    struct cpu *self = cpu_self();
    if (self->id >= cpu_count) /* it is being started (smp.c) */
        return;
    self->irq_depth++; /* print() does not turn interrupts on */
    while (__atomic_exchange_n(&telling, true, __ATOMIC_ACQUIRE))
        machine_pause();
    print_break_lock();
    tell(frame);
    uint32_t round = rounds;
    if (++told == cpu_count) {
        debug_print_locks();
        process_print_threads();
        print("tally: all CPUs have told\n");
        told = 0;
        __atomic_store_n(&rounds, round + 1, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&telling, false, __ATOMIC_RELEASE);
    while (__atomic_load_n(&rounds, __ATOMIC_ACQUIRE) == round)
        machine_pause();
    self->irq_depth--;
}

void power_stop_if_panicked(void)
{
    const struct cpu *cpu = __atomic_load_n(&panic_cpu, __ATOMIC_SEQ_CST);
    if (cpu && cpu != cpu_self())
        stop();
}
