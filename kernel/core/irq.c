#include "core/irq.h"
#include "core/cpu.h"
#include "core/panic.h"

static void (*wake)(const struct cpu *cpu); /* fixed at boot */

void irq_hold(void)
{
    machine_irq_disable();
    struct cpu *cpu = cpu_self();
    debug_irq_hold(__builtin_return_address(0));
    cpu->irq_depth++;
}

void irq_release(void)
{
    struct cpu *cpu = cpu_self();
    assert(cpu->irq_depth > 0);
    debug_irq_release(__builtin_return_address(0));
    irq_hold_ends();
}

_Static_assert(IRQ_HOLDS <= UINT32_MAX >> CPUS_MAX, "a bit for each CPU");

void irq_wake(const struct cpu *other)
{
    assert(irq_is_held());
    cpu_self()->irq_depth |= (IRQ_HOLDS + 1) << other->id;
}

void irq_wake_others(void)
{
    struct cpu *cpu = cpu_self();
    uint32_t holds = cpu->irq_depth & IRQ_HOLDS;
    if (holds > 1)
        return;
    uint32_t others = cpu->irq_depth / (IRQ_HOLDS + 1);
    for (cpu->irq_depth = 1; others; others &= others - 1)
        wake(&cpu_table[__builtin_ctz(others)]);
    cpu->irq_depth = holds;
}

void irq_hold_ends(void)
{
    struct cpu *cpu = cpu_self();
    if (--cpu->irq_depth == 0) {
        machine_irq_enable();
    } else if (!(cpu->irq_depth & IRQ_HOLDS)) {
        irq_wake_others();
        machine_irq_enable();
    }
}

void irq_set_wake(void (*function)(const struct cpu *cpu))
{
    wake = function;
}
