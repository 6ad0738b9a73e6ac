/*
 * TLB shootdown.
 *
 * A CPU caches translations in its TLB.  Before a page is freed, or made less accessible, every CPU
 * that uses those page tables must invalidate its entries: the CPU that changes the tables sends an
 * interrupt to the others and waits until all have answered.
 *
 * There is one request at a time.  A CPU waits for its turn, and for answers, with interrupts on,
 * so that it can answer the current request.  With a spin lock, which keeps interrupts off, two
 * CPUs could wait for each other.
 *
 * space.cpus has a bit for each CPU that uses the space.  A CPU sets its bit before it loads the
 * tables: if we do not see the bit, the CPU loads them after our change and has no old entries. For
 * that our change must be in memory before we look at the bits; x86 may let a load pass a store, so
 * there is a fence between them.
 *
 * Source: Intel SDM 3, 4.10.4 and 4.10.5; 9.2.3.4, loads may be reordered with earlier stores.
 */
#include "arch/x86/tlb.h"
#include "arch/arch.h"
#include "arch/x86/apic.h"
#include "arch/x86/layout.h"
#include "arch/x86/registers.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "mm/page.h"
#include "sched/thread.h"
#include "vm/space.h"
#include <abi/limits.h>

#define PAGES_ONE_BY_ONE 32 /* for more than this the whole TLB is flushed */

static bool busy; /* atomic: a request is under way */
static uint64_t flush_start, flush_end;
static uint32_t unanswered; /* atomic: a bit for each CPU that has not answered yet */

static void invalidate(uint64_t start, uint64_t end)
{
    if (end - start > PAGES_ONE_BY_ONE * PAGE_SIZE) {
        write_cr3(read_cr3());
        return;
    }
    for (uint64_t addr = start; addr < end; addr += PAGE_SIZE)
        __asm__ volatile("invlpg (%0)" ::"r"(addr) : "memory");
}

void tlb_interrupt(void)
{
    invalidate(flush_start, flush_end);
    __atomic_and_fetch(&unanswered, ~(1u << cpu_self()->id), __ATOMIC_RELEASE);
}

#ifdef DEBUG
void tlb_outdated(uint64_t root, void *pc)
{
    debug_notes(&current_thread()->mutexes, DEBUG_TLB, page_virt(root), "TLB", pc);
}
#endif

/* Kernel stacks are not global, so that loading CR3 is enough. */
void arch_tlb_flush(struct space *space, uint64_t start, uint64_t end)
{
#ifdef DEBUG
    struct debug_locks *owed = &current_thread()->mutexes;
    if (space && debug_holds(owed, page_virt(space->root)))
        debug_drops(owed, page_virt(space->root));
#endif
    assert(!irq_is_held());
    irq_hold();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    uint32_t cpus = space ? __atomic_load_n(&space->cpus, __ATOMIC_SEQ_CST) : (1u << cpu_count) - 1;
    uint32_t others = cpus & ~(1u << cpu_self()->id);
    invalidate(start, end);
    irq_release();
    if (!others)
        return;
    while (__atomic_exchange_n(&busy, true, __ATOMIC_ACQUIRE))
        machine_pause();
    flush_start = start;
    flush_end = end;
    __atomic_store_n(&unanswered, others, __ATOMIC_SEQ_CST);
    for (uint32_t id = 0; id < cpu_count; id++)
        if (others & 1u << id)
            apic_send(cpu_table[id].machine.apic_id, VECTOR_TLB);
    while (__atomic_load_n(&unanswered, __ATOMIC_ACQUIRE))
        machine_pause();
    __atomic_store_n(&busy, false, __ATOMIC_RELEASE);
}
