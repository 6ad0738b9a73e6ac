/*
 * Waking other CPUs (kernel/core/irq.c): each is interrupted once, and when the last spin lock has
 * been released, which the one that was woken will want.  Then interrupts are on, but in one.
 */
/* sources: kernel/core/irq.c kernel/core/spin.c */
#include "check.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "core/spin.h"

#undef assert

struct cpu *this_cpu = &cpu_table[0];
struct cpu cpu_table[CPUS_MAX];
uint32_t cpu_count = CPUS_MAX;
_Thread_local struct thread *this_thread;

static struct spinlock outer = SPINLOCK_INIT("outer"), inner = SPINLOCK_INIT("inner");
static unsigned nwoken[CPUS_MAX];

_Noreturn void panic(const char *format, ...)
{
    FAIL("panic: %s", format);
}

void machine_pause(void)
{
    FAIL("a lock is taken");
}

static void wake(const struct cpu *cpu)
{
    CHECK_EQ(this_cpu->irq_depth, 1);
    CHECK(outer.word == 0 && inner.word == 0);
    CHECK(interrupts_off);
    irq_hold(); /* as for the interrupt controller */
    irq_release();
    nwoken[cpu->id]++;
}

static void check_woken(unsigned first, unsigned last)
{
    CHECK_EQ(nwoken[1], first);
    CHECK_EQ(nwoken[CPUS_MAX - 1], last);
    CHECK_EQ(nwoken[0] + nwoken[2], 0);
}

static void wake_both(void)
{
    irq_wake(&cpu_table[CPUS_MAX - 1]);
    irq_wake(&cpu_table[1]);
    irq_wake(&cpu_table[CPUS_MAX - 1]);
}

int main(void)
{
    irq_set_wake(wake);
    for (uint32_t id = 0; id < CPUS_MAX; id++)
        cpu_table[id] = (struct cpu){.id = id};

    spin_lock(&outer);
    spin_lock(&inner);
    wake_both();
    spin_unlock(&outer);
    check_woken(0, 0);
    CHECK(interrupts_off);
    spin_unlock(&inner);
    check_woken(1, 1);
    CHECK(!interrupts_off);

    spin_lock(&outer);
    irq_wake(&cpu_table[1]);
    irq_hold();
    spin_unlock(&outer);
    check_woken(1, 1);
    irq_release();
    check_woken(2, 1);
    CHECK(!interrupts_off);

    /* An interrupt, before its own hold ends and after that. */
    machine_irq_disable();
    this_cpu->irq_depth++;
    wake_both();
    irq_wake_others();
    check_woken(3, 2);
    CHECK_EQ(this_cpu->irq_depth, 1);
    wake_both();
    this_cpu->irq_depth--;
    irq_wake_others();
    check_woken(4, 3);
    CHECK_EQ(this_cpu->irq_depth, 0);
    CHECK(interrupts_off);

    /* One in which the idle thread, with its hold, is interrupted. */
    irq_hold();
    this_cpu->irq_depth++;
    wake_both();
    irq_wake_others();
    check_woken(4, 3);
    this_cpu->irq_depth--;
    irq_wake_others();
    check_woken(5, 4);
    CHECK(interrupts_off);
    irq_release();
    check_woken(5, 4);
    CHECK(!interrupts_off);

    spin_lock(&outer);
    spin_unlock(&outer);
    check_woken(5, 4);
    CHECK_EQ(this_cpu->irq_depth, 0);
    return 0;
}
