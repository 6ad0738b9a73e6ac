/*
 * What <machine.h> gives, for a CPU and threads that are variables of a test on the host.
 */
#ifndef HOST_MACHINE_H
#define HOST_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

struct cpu;
struct thread;

struct trap_frame {
    uint64_t pc;
};

struct user_place {
    uint64_t pc, sp, fp;
    bool in_sigreturn;
};

struct machine_cpu {
    int none;
};

struct machine_thread {
    int none;
};

extern struct cpu *this_cpu;
extern _Thread_local struct thread *this_thread;

static inline struct cpu *cpu_self(void)
{
    return this_cpu;
}

static inline struct thread *current_thread(void)
{
    return this_thread;
}

static inline uint64_t arch_frame_pc(const struct trap_frame *frame)
{
    return frame->pc;
}

static inline struct user_place arch_frame_place(const struct trap_frame *frame)
{
    return (struct user_place){.pc = frame->pc};
}

uint64_t arch_clock_ns(void); /* the test's */

void machine_pause(void); /* the test's */

/* The test's devices. */
uint8_t port_in8(uint16_t port);
uint16_t port_in16(uint16_t port);
uint32_t port_in32(uint16_t port);
void port_out8(uint16_t port, uint8_t value);
void port_out16(uint16_t port, uint16_t value);
void port_out32(uint16_t port, uint32_t value);

__attribute__((weak)) _Thread_local bool interrupts_off;

static inline void machine_irq_disable(void)
{
    interrupts_off = true;
}

static inline bool machine_irq_is_on(void)
{
    return !interrupts_off;
}

static inline void machine_irq_enable(void)
{
    interrupts_off = false;
}

#endif
