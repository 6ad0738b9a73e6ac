/*
 * Interrupt controllers: the local APIC of each CPU (timer, interrupts between CPUs, message
 * interrupts from PCI devices) and the IOAPIC (interrupts of the old PC devices).  LINT0, where
 * those of the 8259 pair come, stays masked.
 *
 * Source: Intel SDM 3, chapter 11; 82093AA IOAPIC data sheet.
 */
#include "arch/x86/apic.h"
#include "arch/arch.h"
#include "arch/device.h"
#include "arch/x86/layout.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"

/* Where they are on every PC. */
#define APIC_PHYS   0xfee00000
#define IOAPIC_PHYS 0xfec00000

/* Local APIC registers, byte offsets; others are in apic.h. */
#define APIC_ID           0x20
#define APIC_SPURIOUS     0xf0
#define APIC_ICR_HIGH     0x310
#define APIC_LVT_TIMER    0x320
#define APIC_LVT_LINT0    0x350
#define APIC_LVT_LINT1    0x360
#define APIC_TIMER_DIVIDE 0x3e0

#define APIC_ENABLE 0x100
#define LVT_MASKED  0x10000
#define LVT_NMI     0x400
#define DIVIDE_BY_1 0xb
#define ICR_PENDING 0x1000

/* IOAPIC registers: two 32-bit words for each input. */
#define IOAPIC_REDIRECT(input) (0x10 + 2 * (input))

struct device_handler {
    void (*handler)(void *arg);
    void *arg;
};

volatile uint32_t *apic;
static volatile uint32_t *ioapic;
static struct device_handler device_handlers[DEVICE_VECTORS];
static unsigned device_vectors_used; /* changes at boot only */

void apic_init_cpu(void)
{
    apic_write(APIC_SPURIOUS, APIC_ENABLE | VECTOR_SPURIOUS);
    apic_write(APIC_LVT_LINT0, LVT_MASKED);
    apic_write(APIC_LVT_LINT1, LVT_NMI);
    apic_write(APIC_TIMER_DIVIDE, DIVIDE_BY_1);
    apic_write(APIC_LVT_TIMER, VECTOR_TIMER); /* one shot */
    cpu_self()->machine.apic_id = apic[APIC_ID / 4] >> 24;
}

/* Waits until the command has been sent: only an x2APIC accepts another one before that. */
void apic_send(uint32_t apic_id, uint32_t command)
{
    irq_hold();
    apic_write(APIC_ICR_HIGH, apic_id << 24);
    apic_write(APIC_ICR_LOW, command);
    while (apic[APIC_ICR_LOW / 4] & ICR_PENDING)
        machine_pause();
    irq_release();
}

static void wake_cpu(const struct cpu *cpu)
{
    assert(cpu_self()->irq_depth == 1); /* its last hold: no spin lock */
    apic_send(cpu->machine.apic_id, VECTOR_WAKE);
}

/* ---- the alarm as an NMI ---- */

static bool traced; /* atomic */

void arch_trace_alarm(bool on)
{
    __atomic_store_n(&traced, on, __ATOMIC_RELAXED);
}

/* Not inlined: the alarm's NMI, if it is on its way, comes at the latest when this returns, as QEMU
 * looks for interrupts at each jump. */
__attribute__((noinline)) static void stop_timer(void)
{
    apic_timer_start(0);
}

/* Intel's manual reserves LVT_NMI for the timer.  To QEMU's TCG it means what it does for the other
 * interrupts of the local APIC. */
__attribute__((noinline)) static void prepare(struct machine_cpu *cpu, bool nmi)
{
    cpu->alarm_stops = true;
    stop_timer();
    cpu->alarm_stops = false;
    cpu->alarm_is_nmi = nmi;
    apic_write(APIC_LVT_TIMER, VECTOR_TIMER | (nmi ? LVT_NMI : 0));
}

void apic_timer_prepare(void)
{
    struct cpu *cpu = cpu_self();
    bool nmi = __atomic_load_n(&traced, __ATOMIC_RELAXED);
    if (nmi || cpu->machine.alarm_is_nmi)
        prepare(&cpu->machine, nmi);
    cpu->alarm_pc = 0;
}

bool apic_nmi_is_alarm(void)
{
    const struct machine_cpu *cpu = &cpu_self()->machine;
    if (!cpu->alarm_is_nmi || apic_timer_count() > 0)
        return false;
    bool was_set = apic[APIC_TIMER_START / 4] || cpu->alarm_stops;
    apic_timer_start(0);
    return was_set;
}

void apic_init(void)
{
    apic = arch_map_device(APIC_PHYS, 4096);
    ioapic = arch_map_device(IOAPIC_PHYS, 4096);
    apic_init_cpu();
    irq_set_wake(wake_cpu);
}

/* ---- devices ---- */

static uint32_t vector_alloc(void (*handler)(void *arg), void *arg)
{
    if (device_vectors_used == DEVICE_VECTORS)
        panic("more than %u devices have interrupts (DEVICE_VECTORS in arch/x86/layout.h)",
              DEVICE_VECTORS);
    device_handlers[device_vectors_used] = (struct device_handler){handler, arg};
    return VECTOR_DEVICE + device_vectors_used++;
}

void apic_device_interrupt(unsigned vector)
{
    struct device_handler *h = &device_handlers[vector - VECTOR_DEVICE];
    if (h->handler)
        h->handler(h->arg);
}

void arch_irq_route_isa(unsigned isa_irq, void (*handler)(void *arg), void *arg)
{
    uint32_t vector = vector_alloc(handler, arg);
    ioapic[0] = IOAPIC_REDIRECT(isa_irq) + 1;
    ioapic[4] = cpu_table[0].machine.apic_id << 24;
    ioapic[0] = IOAPIC_REDIRECT(isa_irq);
    ioapic[4] = vector; /* edge-triggered, as ISA's are */
}

/* The message is a write of the vector to the target's local APIC (Intel SDM 3, 11.11). */
void arch_irq_alloc_msi(void (*handler)(void *arg), void *arg, uint64_t *address, uint32_t *data)
{
    *address = APIC_PHYS | cpu_table[0].machine.apic_id << 12;
    *data = vector_alloc(handler, arg);
}
