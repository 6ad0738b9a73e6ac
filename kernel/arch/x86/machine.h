/*
 * x86-64: the architecture's parts of shared structures, and the instructions that portable headers
 * need inline.  Portable code includes it through headers of arch/ and core/.
 */
#ifndef X86_MACHINE_H
#define X86_MACHINE_H

#include "arch/x86/layout.h"
#include "arch/x86/tsc.h"
#include <abi/syscalls.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cpu;
struct space;
struct thread;

/* What entry.S pushes.  For an entry from user mode it is at the top of the kernel stack. */
struct trap_frame {
    uint64_t r15, r14, r13, r12, r11, r10, r9, r8;
    uint64_t rdi, rsi, rbp, rbx, rdx, rcx, rax;
    uint64_t vector; /* VECTOR_SYSCALL for a system call */
    uint64_t error;  /* the CPU's error code; for a system call its number */
    uint64_t rip, cs, rflags, rsp, ss;
};

/* Where a thread is in its program: pc, stack pointer and frame pointer, all of one moment. */
struct user_place {
    uint64_t pc, sp, fp;
    bool in_sigreturn; /* in that system call, before it returns elsewhere */
};

/* Task state segment (Intel SDM 3, 8.7). */
struct x86_tss {
    uint32_t reserved0;
    uint64_t rsp0, rsp1, rsp2;
    uint64_t reserved1;
    uint64_t ist[7];
    uint64_t reserved2;
    uint16_t reserved3, iomap_base;
} __attribute__((packed));

struct machine_cpu {
    uint32_t apic_id;
    /* For NMIs (apic.c): how the timer's interrupt comes; it is being stopped. */
    volatile bool alarm_is_nmi, alarm_stops;
    struct space *space; /* whose page tables are loaded; NULL: the kernel's own */
    uint64_t gdt[7];
    struct x86_tss tss;
};

struct machine_thread {
    uint8_t fpu[512] __attribute__((aligned(16))); /* FXSAVE image (Intel SDM 1, 10.5.1) */
};

static inline struct cpu *cpu_self(void)
{
    struct cpu *cpu;
    __asm__ volatile("movq %%gs:0, %0" : "=r"(cpu));
    return cpu;
}

static inline struct thread *current_thread(void)
{
    struct thread *thread;
    __asm__ volatile("movq %%gs:8, %0" : "=r"(thread));
    return thread;
}

static inline uint64_t arch_frame_pc(const struct trap_frame *frame)
{
    return frame->rip;
}

static inline struct user_place arch_frame_place(const struct trap_frame *frame)
{
    bool in_sigreturn = frame->vector == VECTOR_SYSCALL && frame->error == SYS_sigreturn;
    return (struct user_place){frame->rip, frame->rsp, frame->rbp, in_sigreturn};
}

static inline uint64_t arch_clock_ns(void)
{
    uint64_t counts = __builtin_ia32_rdtsc() - tsc_scale.at_boot;
    return (unsigned __int128)counts * tsc_scale.ns_per_count >> TSC_FACTOR_BITS;
}

static inline void machine_pause(void)
{
    __asm__ volatile("pause" ::: "memory");
}

/* STI takes effect after the next instruction.  Where that matters, .after_sti has its address: an
 * NMI may come before it (trap_nmi). */
#define AFTER_STI "8: .pushsection .after_sti, \"a\"; .quad 8b; .popsection; "

/* Waits for an interrupt; interrupts are off before and after. */
static inline void machine_halt(void)
{
    __asm__ volatile("sti; " AFTER_STI "hlt; cli" ::: "memory");
}

static inline void machine_irq_disable(void)
{
    __asm__ volatile("cli" ::: "memory");
}

static inline bool machine_irq_is_on(void)
{
    uint64_t rflags;
    __asm__ volatile("pushfq; popq %0" : "=r"(rflags)::"memory");
    return rflags & 1u << 9; /* IF (Intel SDM 1, 3.4.3) */
}

static inline void machine_irq_enable(void)
{
    __asm__ volatile("sti" ::: "memory");
}

/* Copies n bytes, lowest first; a word at a time by REP MOVS, which needs no tuning. */
static inline void machine_copy(void *dst, const void *src, size_t n)
{
    size_t words = n / 8, rest = n % 8;
    __asm__ volatile("rep movsq" : "+D"(dst), "+S"(src), "+c"(words)::"memory");
    __asm__ volatile("rep movsb" : "+D"(dst), "+S"(src), "+c"(rest)::"memory");
}

/* Sets n bytes to one value. */
static inline void machine_fill(void *dst, uint8_t byte, size_t n)
{
    uint64_t pattern = 0x0101010101010101ull * byte;
    size_t words = n / 8, rest = n % 8;
    __asm__ volatile("rep stosq" : "+D"(dst), "+c"(words) : "a"(pattern) : "memory");
    __asm__ volatile("rep stosb" : "+D"(dst), "+c"(rest) : "a"(pattern) : "memory");
}

/* port_in8(port) and port_out8(port, value), and the same for 16 and 32 bits. */
#define DEFINE_PORT(bits, letter)                                           \
    static inline uint##bits##_t port_in##bits(uint16_t port)               \
    {                                                                       \
        uint##bits##_t value;                                               \
        __asm__ volatile("in" letter " %1, %0" : "=a"(value) : "Nd"(port)); \
        return value;                                                       \
    }                                                                       \
    static inline void port_out##bits(uint16_t port, uint##bits##_t value)  \
    {                                                                       \
        __asm__ volatile("out" letter " %0, %1" ::"a"(value), "Nd"(port));  \
    }
DEFINE_PORT(8, "b")
DEFINE_PORT(16, "w")
DEFINE_PORT(32, "l")

#endif
