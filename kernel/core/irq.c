#include "core/irq.h"
#include "core/cpu.h"
#include "core/panic.h"

void irq_hold(void)
{
    machine_irq_disable();
    cpu_self()->irq_depth++;
}

void irq_release(void)
{
    struct cpu *cpu = cpu_self();
    assert(cpu->irq_depth > 0);
    if (--cpu->irq_depth == 0)
        machine_irq_enable();
}

/* Correct with interrupts on, too: a thread that moves between CPUs has a depth of 0 on each. */
bool irq_is_held(void)
{
    return cpu_self()->irq_depth > 0;
}
