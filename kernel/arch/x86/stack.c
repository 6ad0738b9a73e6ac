/*
 * Kernel stacks: each in a slot of its own at STACK_AREA, the slot's lowest page never mapped, so
 * that an overflow is a double fault (trap.c tells it) and not another object's ruin.
 *
 * A slot once mapped stays mapped; a freed stack waits on a list for the next thread.  So no TLB
 * ever holds an outdated kernel mapping.
 */
#include "arch/x86/x86.h"
#include "core/print.h"
#include "mm/page.h"

#define SLOT_BYTES  32768
#define STACK_PAGES 4 /* at the slot's end */

struct free_stack {
    struct free_stack *next;
};

static struct spinlock lock = SPINLOCK_INIT("kernel stacks");
static struct free_stack *free_stacks; /* [lock] */
static uint64_t slots_used;            /* [lock] slots with pages, free or not */

static void *slot_map(uint64_t slot)
{
    uint64_t base = STACK_AREA + (slot + 1) * SLOT_BYTES - STACK_PAGES * PAGE_SIZE;
    void *pages[STACK_PAGES];
    unsigned n = 0;
    while (n < STACK_PAGES && (pages[n] = page_alloc()))
        n++;
    if (n == STACK_PAGES && paging_map_stack(base, pages, n) == 0)
        return (void *)base;
    while (n > 0)
        page_free(pages[--n]);
    return NULL;
}

void *arch_stack_alloc(void)
{
    spin_lock(&lock);
    struct free_stack *stack = free_stacks;
    if (stack)
        free_stacks = stack->next;
    else if ((stack = slot_map(slots_used)))
        slots_used++;
    spin_unlock(&lock);
    return stack;
}

void arch_stack_free(void *lowest)
{
    struct free_stack *stack = lowest;
    spin_lock(&lock);
    stack->next = free_stacks;
    free_stacks = stack;
    spin_unlock(&lock);
}

void *stack_top(void *lowest)
{
    return (char *)lowest + STACK_PAGES * PAGE_SIZE;
}

bool stack_is_guard(uint64_t addr)
{
    return addr >= STACK_AREA && addr < STACK_AREA + slots_used * SLOT_BYTES &&
           addr % SLOT_BYTES < SLOT_BYTES - STACK_PAGES * PAGE_SIZE;
}
