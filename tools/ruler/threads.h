/*
 * Which thread runs?  Its kernel stack identifies it: the last POP of context_switch() reads from
 * the stack of the next thread.
 */
#ifndef RULER_THREADS_H
#define RULER_THREADS_H

#include "plugin.h"

#define STACK_SHIFT 14 /* a kernel stack has this size and alignment (kernel/arch/x86/stack.h) */
#define THREADS_MAX 65536

/* A fixed number below THREADS_MAX for the thread whose stack has this address. */
static size_t thread_of(uint64_t address)
{
    static uint64_t stacks[THREADS_MAX]; /* 0: an unused entry */
    uint64_t stack = address >> STACK_SHIFT;

    for (uint64_t i = 0; i < THREADS_MAX; i++) {
        size_t at = (stack + i) % THREADS_MAX;

        if (stacks[at] == 0)
            stacks[at] = stack;
        if (stacks[at] == stack)
            return at;
    }
    fail("more threads than the ruler has room for", "");
}

#endif
