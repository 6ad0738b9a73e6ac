/*
 * Exceptions and interrupts, from trap_common in entry.S, with interrupts off.
 *
 * An exception in a program becomes a signal; one in the kernel is a panic, except for a page fault
 * at an instruction of usercopy.S: that is handled like the program's own, or continues at the
 * fix-up of the copy.
 */
#include "arch/x86/trap.h"
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "arch/x86/apic.h"
#include "arch/x86/backtrace.h"
#include "arch/x86/layout.h"
#include "arch/x86/power.h"
#include "arch/x86/registers.h"
#include "arch/x86/return.h"
#include "arch/x86/stack.h"
#include "arch/x86/tlb.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "core/print.h"
#include "debug/locks.h"
#include "mm/page.h"
#include "sched/thread.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/limits.h>

#define VECTOR_INVALID      6
#define VECTOR_PROTECTION   13
#define VECTOR_PAGE_FAULT   14
#define VECTOR_X87          16
#define VECTOR_SIMD         19
#define PAGE_FAULT_WRITE    2 /* bits of the error code (Intel SDM 3, 4.7) */
#define PAGE_FAULT_USER     4
#define PAGE_FAULT_RESERVED 8
#define PAGE_FAULT_FETCH    16

struct fixup {
    uint64_t at, to;
};
extern const struct fixup fixups_start[], fixups_end[];
extern const uint64_t after_sti_start[], after_sti_end[];
extern const char kernel_start[], kernel_rodata_end[];

/* The other exceptions cannot come in 64-bit mode as cpu.c sets the CPU up. */
static const struct {
    const char *name;
    int sig;
} exceptions[32] = {
    [0] = {"division error", SIGFPE},
    [1] = {"debug trap", SIGTRAP},
    [3] = {"breakpoint", SIGTRAP},
    [6] = {"invalid instruction", SIGILL},
    [8] = {"double fault", SIGSEGV},
    [12] = {"stack segment fault", SIGSEGV},
    [13] = {"general protection fault", SIGSEGV},
    [14] = {"page fault", SIGSEGV},
    [16] = {"floating point error", SIGFPE},
    [17] = {"unaligned access", SIGBUS},
    [19] = {"floating point error", SIGFPE},
};

uint64_t trap_handler = (uint64_t)trap_handle;

static uint32_t access_of(uint64_t error)
{
    return error & PAGE_FAULT_FETCH   ? SPACE_EXEC
           : error & PAGE_FAULT_WRITE ? SPACE_WRITE
                                      : SPACE_READ;
}

static const char *access_name(uint64_t error)
{
    return error & PAGE_FAULT_FETCH ? "jump" : error & PAGE_FAULT_WRITE ? "write" : "read";
}

/* The freed memory that the registers point into: what a register holds was read there, or has
 * been there. */
static void print_freed(const struct trap_frame *frame)
{
    for (const uint64_t *reg = &frame->r15; reg <= &frame->rax; reg++) {
        const uint64_t *same = &frame->r15;
        while (*same != *reg)
            same++;
        if (same == reg)
            page_tags_print(*reg, true);
    }
}

static bool is_return_path(uint64_t rip)
{
    return rip - (uint64_t)arch_return_to_user <
           (uint64_t)return_to_user_end - (uint64_t)arch_return_to_user;
}

/* Not a page fault: the CPU has no address to tell, and cr2 has that of an earlier fault; of a
 * double fault the one that led to it (Intel SDM 3, 6.15). */
static const char *meaning_of_registers(const struct trap_frame *frame)
{
    if (frame->vector == VECTOR_INVALID) /* build.mk, CHECKS */
        return ": with DEBUG=1 undefined behaviour, such as an index outside an array, a shift by "
               "too much or an overflow";
    if (frame->vector == VECTOR_DOUBLE_FAULT && frame->cs & 3)
        return ": it came from a program, and tss.rsp0 leads to no stack";
    if (frame->vector == VECTOR_DOUBLE_FAULT && frame->rsp < USER_END)
        return ": rsp is not on a stack of the kernel's";
    for (const uint64_t *reg = &frame->r15; reg <= &frame->rax; reg++) {
        if (debug_is_freed(*reg)) {
            print_freed(frame);
            return ": a register holds what freed memory is filled with (debug/tag.h)";
        }
        if (debug_is_new(*reg))
            return ": a register holds what new memory is filled with: nobody has set it "
                   "(debug/tag.h)";
        if (debug_is_unset(*reg))
            return ": a register holds what the compiler fills variables with: nobody has set one";
    }
    if (frame->vector == VECTOR_PROTECTION && frame->error == 0)
        return ": most likely a wild pointer, which one of the registers has";
    return "";
}

static _Noreturn void kernel_exception(const struct trap_frame *frame)
{
    unsigned vector = frame->vector;
    const char *name = vector < 32 && exceptions[vector].name ? exceptions[vector].name : "trap";
    if (vector == VECTOR_DOUBLE_FAULT && stack_is_guard(read_cr2()))
        name = "kernel stack overflow";
    panic_at(frame, "%s in the kernel (error 0x%lx)%s", name, frame->error,
             meaning_of_registers(frame));
}

/* What an address that the kernel must not touch most likely is. */
static const char *meaning_of(uint64_t addr, uint64_t error)
{
    if (addr < PAGE_SIZE)
        return ": a NULL pointer, or a member of what it should point at";
    if (error & PAGE_FAULT_FETCH && addr < USER_END)
        return ": a program's address, and no function of the kernel's";
    if (addr < USER_END)
        return ": a program's address, which only arch/usercopy.h may use";
    if (error & PAGE_FAULT_WRITE && addr >= (uint64_t)kernel_start &&
        addr < (uint64_t)kernel_rodata_end)
        return ": the kernel's code or constants, which nobody may change";
    if (error & PAGE_FAULT_FETCH)
        return ": no function is there: a pointer to one is wrong, or a return address";
    return "";
}

/* Right above the stack that the thread is on. */
static bool is_past_stack(const struct trap_frame *frame, uint64_t addr)
{
    const struct thread *thread = current_thread();
    if (!thread || !thread->stack)
        return false;
    uint64_t top = stack_top(thread->stack);
    return top - frame->rsp <= STACK_PAGES * PAGE_SIZE && addr - top < PAGE_SIZE;
}

static _Noreturn void kernel_page_fault_panic(const struct trap_frame *frame, uint64_t addr)
{
    bool is_past = is_past_stack(frame, addr);
    panic_at(frame, "%s in the kernel (%s of 0x%lx, error 0x%lx)%s",
             !is_past && stack_is_guard(addr) ? "kernel stack overflow" : "page fault",
             access_name(frame->error), addr, frame->error,
             is_past ? ": behind the stack, as an array on it was written beyond its end"
                     : meaning_of(addr, frame->error));
}

/* In usercopy.S.  The copy fails if a spin lock is held, because handling the fault may sleep, and
 * if the process was killed, so that no copy, however long, delays its end.  Interrupts stay on
 * once the fault is handled: IRET may be interrupted if it returns to the kernel. */
static void kernel_page_fault(struct trap_frame *frame, uint64_t addr)
{
    const struct fixup *fixup = fixups_start;
    while (fixup < fixups_end && fixup->at != frame->rip)
        fixup++;
    struct thread *thread = current_thread();
    if (fixup == fixups_end || addr >= USER_END || !thread->space)
        kernel_page_fault_panic(frame, addr);
    if (!irq_is_held()) {
        machine_irq_enable();
        int error = oom_fault(addr, access_of(frame->error), false);
        if (error == 0 && !process_is_killed())
            return;
    }
    frame->rip = fixup->to;
}

/* A fault with USER clear, such as the CPU's own access to a descriptor table, cannot be resolved
 * by mapping a page.  Under QEMU before 9.1 even a far return reads the program's stack that way,
 * which SMAP forbids.  If that stack is the kernel's memory, nothing does (doc/qemu.md). */
static void user_page_fault(const struct trap_frame *frame, uint64_t addr)
{
    int error = -EFAULT;
    if (addr < USER_END && frame->error & PAGE_FAULT_USER)
        error = oom_fault(addr, access_of(frame->error), true);
    if (error == 0)
        return;
    char cause[96];
    if (error == -ENXIO)
        print_into(cause, sizeof(cause),
                   "%s of 0x%lx, after the end of the file that is mapped there",
                   access_name(frame->error), addr);
    else if (addr == 0)
        print_into(cause, sizeof(cause), "%s through a NULL pointer (address 0x0)",
                   access_name(frame->error));
    else if (addr < PAGE_SIZE)
        print_into(cause, sizeof(cause), "%s through a NULL pointer plus %lu (address 0x%lx)",
                   access_name(frame->error), addr, addr);
    else
        print_into(cause, sizeof(cause), "%s %s 0x%lx is not permitted", access_name(frame->error),
                   frame->error & PAGE_FAULT_FETCH ? "to" : "of", addr);
    bool is_mapped = space_allows(current_thread()->space, addr, 1, 0);
    int code = error == -ENXIO ? BUS_ADRERR : is_mapped ? SEGV_ACCERR : SEGV_MAPERR;
    signal_fault(error == -ENXIO ? SIGBUS : SIGSEGV, code, addr, cause);
}

/* Neither this nor interrupt() is inlined, so that the clock's interrupt, which is far more
 * frequent, does not save the registers that they use. */
__attribute__((noinline)) static void exception(struct trap_frame *frame)
{
    unsigned vector = frame->vector;
    uint64_t addr = vector == VECTOR_PAGE_FAULT ? read_cr2() : frame->rip;
    if (vector == VECTOR_PAGE_FAULT && frame->error & PAGE_FAULT_RESERVED)
        panic_at(frame,
                 "on the way to 0x%lx the page tables have an entry with reserved bits, as new "
                 "memory may: is each table zeroed (arch/x86/paging.c)?",
                 addr);
    if (!(frame->cs & 3)) {
        if (vector == VECTOR_PAGE_FAULT)
            kernel_page_fault(frame, addr);
        else
            kernel_exception(frame);
        return;
    }
    machine_irq_enable();
    int code = vector == VECTOR_X87 || vector == VECTOR_SIMD ? SI_KERNEL : FPE_INTDIV;
    if (vector == VECTOR_PAGE_FAULT)
        user_page_fault(frame, addr);
    else if (vector == VECTOR_DOUBLE_FAULT) /* which no program can cause */
        kernel_exception(frame);
    else
        signal_fault(exceptions[vector].sig ? exceptions[vector].sig : SIGSEGV, code, addr,
                     exceptions[vector].name ? exceptions[vector].name : "reserved exception");
}

/*
 * True if the interrupt, taken in user mode, became pending before that: in the last instructions
 * of a system call's return path, where interrupts are off.  Then the program has executed nothing
 * since SYSRET: it is still at that pc, with rcx and r11 as SYSRET leaves them.  RF is left out:
 * QEMU 10 sets it in the flags that an interrupt saves.  An interrupt clears left_to_pc, so a loop
 * that comes back to that pc and changes neither these registers nor the flags is mistaken for the
 * return path at most once per call.  IRET, after an exception or a signal, cannot be recognised:
 * there three instructions of the kernel are charged to the program.  So is the time of another
 * interrupt in which the tick came due, as it is taken behind that.
 * While the kernel is profiled all are known (trap_nmi).
 */
static bool was_on_return_path(const struct trap_frame *frame, const struct thread *thread)
{
    return frame->rip == thread->left_to_pc && frame->rcx == frame->rip &&
           ((frame->r11 ^ frame->rflags) & ~(uint64_t)RFLAGS_RF) == 0;
}

__attribute__((noinline, cold)) static void interrupt(const struct trap_frame *frame)
{
    unsigned vector = frame->vector; /* VECTOR_WAKE: the return path or the idle loop looks */
    if (vector == VECTOR_TLB)
        tlb_interrupt();
    else if (vector >= VECTOR_DEVICE && vector < VECTOR_DEVICE + DEVICE_VECTORS)
        apic_device_interrupt(vector);
    if (vector != VECTOR_SPURIOUS) /* not accepted, so it needs no end of interrupt */
        apic_write(APIC_EOI, 0);
}

/* Where no interrupt may come, and an NMI may. */
static bool is_behind_sti(uint64_t rip)
{
    for (const uint64_t *after = after_sti_start; after < after_sti_end; after++)
        if (*after == rip)
            return true;
    return false;
}

void trap_handle(struct trap_frame *frame)
{
    debug_check(frame->vector < 32 || !is_behind_sti(frame->rip),
                "an interrupt came between STI and the next instruction: an NMI came before it");
    debug_check(!machine_irq_is_on(),
                "an exception or interrupt (0x%lx) left interrupts on: its gate is another kind "
                "(arch/x86/cpu.c)",
                frame->vector);
    if (frame->vector < 32) {
        exception(frame);
        return;
    }
    struct cpu *cpu = cpu_self();
    bool user = frame->cs & 3;
    if (user) {
        user = !was_on_return_path(frame, cpu->current);
        cpu->current->left_to_pc = 0;
    } else if (is_return_path(frame->rip)) {
        frame->rip = (uint64_t)arch_return_to_user;
    }
    cpu->irq_depth++;
    if (frame->vector == VECTOR_TIMER) { /* the clock: a tick starts here, see sched/clock.c */
        clock_interrupt(user, frame->cs & 3 ? (uint64_t)arch_return_to_user : frame->rip);
        apic_write(APIC_EOI, 0);
    } else {
        interrupt(frame);
        irq_wake_others();
    }
    if (--cpu_self()->irq_depth != 0)
        irq_wake_others(); /* interrupts stay off until IRET */
}

/*
 * Another CPU has panicked; or QEMU asks what this one does; or it is this CPU's alarm, while the
 * kernel is profiled.  That notes where the CPU was, and has the clock's interrupt follow as soon
 * as interrupts are on: only there may locks be taken.  If the CPU was in a program, the interrupt
 * follows at once, and the program was not on the return path.
 */
void trap_nmi(struct trap_frame *frame)
{
    struct cpu *cpu = cpu_self();
    power_stop_if_panicked();
    if (is_behind_sti(frame->rip)) {
        frame->rip--; /* the STI again: an NMI makes the CPU forget it */
        frame->rflags &= ~(uint64_t)RFLAGS_IF;
    }
    if (!apic_nmi_is_alarm()) {
        power_tell(frame);
        return;
    }
    if (frame->cs & 3) {
        cpu->current->left_to_pc = 0;
    } else {
        cpu->alarm_pc = frame->rip;
        cpu->alarm_thread = cpu->current;
        backtrace_note(cpu, frame);
    }
    apic_write(APIC_ICR_LOW, APIC_SELF | VECTOR_TIMER);
}
