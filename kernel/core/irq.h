/*
 * Keeping interrupts off on this CPU.
 *
 * cpu.irq_depth counts the reasons, the holds: each spin lock that is held, each irq_hold(), an
 * interrupt that is being handled, and the boot.  While the count is not 0 interrupts are off.
 * While it is 0 they are on, except for a few instructions where the kernel is entered and left
 * (arch/).  For example, an exception arrives with the count 0 and interrupts off.
 */
#ifndef CORE_IRQ_H
#define CORE_IRQ_H

#include "core/cpu.h"
#include <stdbool.h>

/* The lower bits of cpu.irq_depth count.  Each upper bit is a CPU that irq_wake() is for.  So one
 * test finds that the last hold has ended and that no CPU is to be woken. */
#define IRQ_HOLDS 0x00ffffffu

void irq_hold(void); /* interrupts are off until the matching release */
void irq_release(void);

/* Correct with interrupts on, too: a thread that moves between CPUs has a depth of 0 on each. */
static inline bool irq_is_held(void)
{
    return cpu_self()->irq_depth > 0;
}

/*
 * Notes that another CPU is to be interrupted, so that it checks for work.  That happens when this
 * CPU's last hold ends.  The reason: the other CPU begins with locks that this one still holds.  A
 * host with fewer cores than the machine has CPUs may run the other one in place of this one.  Then
 * it tries in vain, 5600 times a wake-up.  The caller has a hold.
 */
void irq_wake(const struct cpu *other);

/* Interrupts those CPUs, unless there are two holds or more.  The one hold may be the interrupt's
 * own, or the one with which the idle thread halts.  Interrupts stay off here. */
void irq_wake_others(void);

/* For irq_release() and spin_unlock(): a hold ends.  If it is the last, interrupts the CPUs that
 * irq_wake() was for and turns interrupts on here. */
void irq_hold_ends(void);

/* Sets, once, at boot, the function that interrupts one CPU.  It is called with one hold. */
void irq_set_wake(void (*function)(const struct cpu *cpu));

#endif
