/*
 * Kernel stacks: each has an area of AREA_BYTES of addresses, from STACK_AREA upwards.  The lower
 * pages of such an area, the guard pages, are never mapped, so an overflow is a double fault
 * (reported by trap.c) instead of corrupting another object.  The stack of the boot, on which the
 * first CPU idles, is in the kernel's image; it has one such page after paging_init().
 *
 * A freed stack keeps its pages for the next thread.  When memory is short arch_stack_reclaim()
 * unmaps free stacks, flushes the TLBs of all CPUs, and frees the pages.  Areas are never freed:
 * those without pages are on a second list.  So a TLB contains an outdated kernel mapping only
 * during a reclaim, and only for areas that are on neither list.
 */
#include "arch/x86/stack.h"
#include "arch/arch.h"
#include "arch/x86/layout.h"
#include "arch/x86/paging.h"
#include "core/spin.h"
#include "mm/kmem.h"
#include "mm/page.h"

#define AREA_BYTES 32768 /* a stack's, with its guard pages */
#define KEPT       8     /* free stacks that a reclaim leaves for new threads */

extern char boot_stack_guard[];

static struct spinlock lock = SPINLOCK_INIT("kernel stacks");
static struct stack *ready; /* [lock] with pages */
static unsigned nready;     /* [lock] how many */
static struct stack *bare;  /* [lock] without pages */
static uint64_t areas_used; /* [lock] */
static uint64_t nfilled;    /* [lock] areas with pages */

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

/* The pages are allocated without the lock, so that page_alloc() may reclaim. */
static bool area_fill(struct stack *stack)
{
    unsigned n = 0;
    void *pages[STACK_PAGES];
    while (n < STACK_PAGES && (pages[n] = page_alloc()))
        n++;
    spin_lock(&lock);
    if (!stack->base) /* it is new */
        stack->base = STACK_AREA + ++areas_used * AREA_BYTES - STACK_PAGES * PAGE_SIZE;
    bool filled = n == STACK_PAGES && paging_map_stack(stack->base, pages, n) == 0;
    if (filled)
        nfilled++;
    else
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
    bool filled = stack != NULL;
    if (filled)
        nready--;
    else
        stack = pop(&bare);
    spin_unlock(&lock);
    if (!stack)
        stack = kmem_alloc_zeroed(sizeof(*stack));
    return stack && (filled || area_fill(stack)) ? stack : NULL;
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
    struct stack *surplus = NULL;
    spin_lock(&lock);
    for (; nready > KEPT; nready--)
        push(&surplus, pop(&ready));
    spin_unlock(&lock);
    if (!surplus)
        return 0;
    struct page_chain *pages = NULL;
    for (struct stack *stack = surplus; stack; stack = stack->next)
        pages = paging_unmap_stack(stack->base, STACK_PAGES, pages);
    arch_tlb_flush(NULL, 0, UINT64_MAX);
    spin_lock(&lock);
    for (; surplus; nfilled--)
        push(&bare, pop(&surplus));
    spin_unlock(&lock);
    return paging_chain_free(pages);
}

size_t arch_stack_pages(void)
{
    spin_lock(&lock);
    size_t n = nfilled * STACK_PAGES;
    uint64_t end = STACK_AREA + areas_used * AREA_BYTES;
    for (int level = 0; level < 2; level++) /* the table above these is the boot's */
        for (uint64_t addr = STACK_AREA; addr < end; addr += PAGE_SIZE << 9 * (level + 1))
            n += paging_entry(paging_kernel_root, addr, level, false, 0) != NULL;
    spin_unlock(&lock);
    return n;
}

size_t arch_stack_objects(size_t *nbytes)
{
    *nbytes = sizeof(struct stack);
    return areas_used;
}

bool stack_is_guard(uint64_t addr)
{
    if (addr - (uint64_t)boot_stack_guard < PAGE_SIZE)
        return true;
    return addr >= STACK_AREA && addr < STACK_AREA + areas_used * AREA_BYTES &&
           addr % AREA_BYTES < AREA_BYTES - STACK_PAGES * PAGE_SIZE;
}
