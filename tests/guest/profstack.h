/*
 * For the tests of profstack: its buffer, and functions in assembly whose frames and return
 * addresses are known.
 */
#ifndef TESTS_GUEST_PROFSTACK_H
#define TESTS_GUEST_PROFSTACK_H

#include "prof.h"
#include <stdbool.h>
#include <stddef.h>

static uint64_t buffer[1 << 16];

/* void stack_spin(unsigned long turns): prof_spin with a frame.  stack_cheap and stack_dear call
 * it, and return to the labels with _back. */
#define STACK_CALLER(name)                           \
    "name_" #name ": push %rbp; mov %rsp, %rbp\n"    \
    ".globl stack_" #name ", stack_" #name "_back\n" \
    "stack_" #name " = name_" #name "\n"             \
    "call stack_spin\n"                              \
    "stack_" #name "_back: pop %rbp; ret\n"

void stack_spin(unsigned long turns);
void stack_cheap(unsigned long turns);
void stack_dear(unsigned long turns);
extern char stack_spin_pc[], stack_cheap_back[], stack_dear_back[];
__asm__(".pushsection .text\n"
        ".globl stack_spin, stack_spin_pc\n"
        "stack_spin: push %rbp; mov %rsp, %rbp; mov %rdi, %rcx\n"
        "stack_spin_pc: loop stack_spin_pc\n"
        "pop %rbp; ret\n" STACK_CALLER(cheap) STACK_CALLER(dear) ".popsection\n");

static inline bool at(const struct prof_stack *stack, unsigned i, const char *label)
{
    return i < stack->ps_depth && stack->ps_pc[i] == (uintptr_t)label;
}

/* The samples from a byte of the buffer on, each checked for its form. */
static inline const struct prof_stack *stack_at(size_t offset)
{
    const struct prof_stack *stack = (const void *)((char *)buffer + offset);
    CHECK_IN(stack->ps_depth, 1, PROF_STACK_MAX);
    CHECK_EQ(stack->ps_flags & ~PROF_STACK_CUT, 0);
    CHECK(stack->ps_ticks > 0);
    CHECK(offset + sizeof(*stack) + 8ul * stack->ps_depth <= buffer[0]);
    return stack;
}

#define FOR_EACH_STACK(stack, first, end)                               \
    for (size_t offset_ = (first); offset_ < (end);)                    \
        for (const struct prof_stack *stack = stack_at(offset_); stack; \
             offset_ += sizeof(*stack) + 8ul * stack->ps_depth, stack = NULL)

/* All of them: how many ticks they have. */
static inline uint64_t stack_ticks(void)
{
    uint64_t ticks = 0;
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0])
        ticks += stack->ps_ticks;
    return ticks;
}

static inline void stacks_on(unsigned depth)
{
    CHECK_EQ(profstack(buffer, sizeof(buffer), depth), 0);
}

/* Turns them off: the final counts, which are those of the buffer. */
static inline struct profstat stacks_off(void)
{
    CHECK_EQ(profstack(NULL, 0, 0), 0);
    struct profstat st;
    CHECK_EQ(profstat(&st), 0);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_counted + st.ps_full, st.ps_user + st.ps_system);
    CHECK_EQ(st.ps_lost, st.ps_full);
    CHECK_EQ(stack_ticks(), st.ps_counted);
    return st;
}

/* void spin_with(rbp, rsp, turns): spins with these in the registers. */
void spin_with(uint64_t rbp, uint64_t rsp, unsigned long turns);
extern char spin_with_pc[];
__asm__(".pushsection .text\n"
        "spin_with: push %rbp; push %rbx; mov %rsp, %rbx; mov %rdx, %rcx\n"
        "mov %rdi, %rbp; mov %rsi, %rsp\n"
        ".globl spin_with_pc\n"
        "spin_with_pc: loop spin_with_pc\n"
        "mov %rbx, %rsp; pop %rbx; pop %rbp; ret\n"
        ".popsection\n");

#endif
