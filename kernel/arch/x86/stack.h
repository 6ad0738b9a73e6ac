/* Kernel stacks; arch_stack_alloc() and the like are in arch/arch.h. */
#ifndef X86_STACK_H
#define X86_STACK_H

#include <abi/limits.h>
#include <stdbool.h>
#include <stdint.h>

#define STACK_PAGES 4

/* thread.stack points to one. */
struct stack {
    struct stack *next; /* inside stack.c */
    uint64_t base;      /* the lowest byte of its pages */
};

static inline uint64_t stack_top(const struct stack *stack) /* the first byte past it */
{
    return stack->base + STACK_PAGES * PAGE_SIZE;
}

bool stack_is_guard(uint64_t addr); /* whether addr is in the guard pages of a stack */

#endif
