/*
 * Kernel stacks: each is in a slot of its own at STACK_AREA.  The slot's lower pages, the guard
 * pages, are never mapped, so an overflow is a double fault (reported by trap.c) instead of
 * corrupting another object.
 *
 * A freed stack keeps its pages for the next thread.  When memory is short arch_stack_reclaim()
 * unmaps free stacks, flushes the TLBs of all CPUs, and frees the pages.  Slots are never freed:
 * those without pages are on a list of their own.  So a TLB contains an outdated kernel mapping
 * only during a reclaim, and only of slots that are on neither list.
 */
#include "arch/x86/x86.h"
#include "mm/kmem.h"
#include "mm/page.h"

#define SLOT_BYTES  32768
#define STACK_PAGES 4 /* at the slot's end */
#define KEPT        8 /* free stacks that a reclaim leaves for new threads */

struct stack {
    struct stack *next; /* [lock] on one of the lists */
    uint64_t base;      /* the lowest byte of its pages */
};

static struct spinlock lock = SPINLOCK_INIT("kernel stacks");
static struct stack *ready; /* [lock] with pages */
static unsigned nready;     /* [lock] how many */
static struct stack *bare;  /* [lock] without pages */
static uint64_t slots_used; /* [lock] */

static void push(struct stack **list, struct stack *stack)
{
    stack->next = *list;
    *list = stack;
}

static struct stack *pop(struct stack **list)
{
    struct stack *stack = *list;
    if (stack)
        *list = stack->next;
    return stack;
}

static struct stack *slot_make(void)
{
    struct stack *stack = kmem_alloc(sizeof(*stack));
    if (!stack)
        return NULL;
    spin_lock(&lock);
    stack->base = STACK_AREA + ++slots_used * SLOT_BYTES - STACK_PAGES * PAGE_SIZE;
    spin_unlock(&lock);
    return stack;
}

/* The pages are allocated without the lock, so that page_alloc() may reclaim. */
static bool slot_fill(struct stack *stack)
{
    void *pages[STACK_PAGES];
    unsigned n = 0;
    while (n < STACK_PAGES && (pages[n] = page_alloc()))
        n++;
    spin_lock(&lock);
    bool filled = n == STACK_PAGES && paging_map_stack(stack->base, pages, n) == 0;
    if (!filled)
        push(&bare, stack);
    spin_unlock(&lock);
    while (!filled && n > 0)
        page_free(pages[--n]);
    return filled;
}

void *arch_stack_alloc(void)
{
    spin_lock(&lock);
    struct stack *stack = pop(&ready);
    bool filled = stack;
    if (filled)
        nready--;
    else
        stack = pop(&bare);
    spin_unlock(&lock);
    if (!stack)
        stack = slot_make();
    return stack && (filled || slot_fill(stack)) ? stack : NULL;
}

void arch_stack_free(void *stack)
{
    spin_lock(&lock);
    push(&ready, stack);
    nready++;
    spin_unlock(&lock);
}

size_t arch_stack_reclaim(void)
{
    struct stack *idle = NULL, *stack;
    spin_lock(&lock);
    for (; nready > KEPT; nready--)
        push(&idle, pop(&ready));
    spin_unlock(&lock);
    if (!idle)
        return 0;
    struct page_chain *pages = NULL;
    for (stack = idle; stack; stack = stack->next)
        pages = paging_unmap_stack(stack->base, STACK_PAGES, pages);
    tlb_flush_kernel();
    spin_lock(&lock);
    while ((stack = pop(&idle)))
        push(&bare, stack);
    spin_unlock(&lock);
    return paging_free_chain(pages);
}

void *stack_top(const void *stack)
{
    return (char *)((const struct stack *)stack)->base + STACK_PAGES * PAGE_SIZE;
}

bool stack_is_guard(uint64_t addr)
{
    return addr >= STACK_AREA && addr < STACK_AREA + slots_used * SLOT_BYTES &&
           addr % SLOT_BYTES < SLOT_BYTES - STACK_PAGES * PAGE_SIZE;
}
