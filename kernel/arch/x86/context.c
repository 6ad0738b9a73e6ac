/* The context of a thread: its kernel stack, address space, floating point and FS base. */
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "arch/x86/backtrace.h"
#include "arch/x86/fpu.h"
#include "arch/x86/paging.h"
#include "arch/x86/registers.h"
#include "arch/x86/stack.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "core/string.h"
#include "mm/page.h"
#include "sched/thread.h"
#include "vm/space.h"

void context_switch(uint64_t *save_sp, uint64_t sp);
void context_start(void);

/* context_switch() pops these, lowest address first. */
struct switch_frame {
    uint64_t r15, r14, r13, r12, rbx, rbp, rip;
};

void arch_thread_init(struct thread *thread, void (*entry)(void *arg), void *arg)
{
    thread->frame = (struct trap_frame *)stack_top(thread->stack) - 1;
    memset(thread->frame, 0, sizeof(*thread->frame));
    struct switch_frame *sw = (struct switch_frame *)thread->frame - 1;
    *sw = (struct switch_frame){
        .r12 = (uint64_t)entry, .r13 = (uint64_t)arg, .rip = (uint64_t)context_start};
    thread->kernel_sp = (uint64_t)sw;
    fpu_init(thread->machine.fpu);
}

void arch_thread_backtrace(const struct thread *thread)
{
    backtrace_from(((const struct switch_frame *)thread->kernel_sp)->rbp);
}

/* Without the kernel's own half nothing could run, not even a panic. */
static void check_root(uint64_t root)
{
    debug_check(memcmp((uint64_t *)page_virt(root) + 256,
                       (uint64_t *)page_virt(paging_kernel_root) + 256, PAGE_SIZE / 2) == 0,
                "the upper half of the page tables that are loaded is not the kernel's "
                "(arch_tables_create() in arch/x86/tables.c)");
}

/* The bit in space.cpus is set before the tables are loaded and cleared after others are; tlb.c
 * explains why. */
static void load_space(struct space *to)
{
    struct cpu *cpu = cpu_self();
    struct space *from = cpu->machine.space;
    if (from == to)
        return;
    uint64_t root = to ? to->root : paging_kernel_root;
    check_root(root);
    if (to)
        __atomic_or_fetch(&to->cpus, 1u << cpu->id, __ATOMIC_SEQ_CST);
    cpu->machine.space = to;
    write_cr3(root);
    if (from)
        __atomic_and_fetch(&from->cpus, ~(1u << cpu->id), __ATOMIC_SEQ_CST);
}

/* ---- switching ---- */

void arch_switch(struct thread *from, struct thread *to)
{
    assert(irq_is_held());
    if (from->process)
        fpu_save(from->machine.fpu);
    if (to->process) {
        fpu_load(to->machine.fpu);
        wrmsr(MSR_FS_BASE, to->tls_base);
    }
    load_space(to->space);
    struct cpu *cpu = cpu_self();
    if (to->stack) /* last: until then backtrace_note() knows the stack of `from` */
        cpu->kernel_stack = cpu->machine.tss.rsp0 = stack_top(to->stack);
    context_switch(&from->kernel_sp, to->kernel_sp);
}

void arch_space_load(void)
{
    irq_hold();
    load_space(current_thread()->space);
    irq_release();
}

_Noreturn void arch_enter_user(struct thread *thread)
{
    __asm__ volatile(
        "movq %0, %%rsp; xorl %%ebp, %%ebp; jmp arch_return_to_user" ::"r"(thread->frame)
        : "memory");
    __builtin_unreachable();
}

void arch_thread_fork(struct thread *parent, struct thread *child)
{
    *child->frame = *parent->frame;
    fpu_save(child->machine.fpu);
    child->tls_base = parent->tls_base;
}

void arch_thread_inherit(struct thread *thread)
{
    fpu_save(thread->machine.fpu);
}

void arch_thread_reset(struct thread *thread)
{
    fpu_init(thread->machine.fpu);
    fpu_load(thread->machine.fpu);
    arch_thread_set_tls(thread, 0);
}

void arch_thread_set_tls(struct thread *thread, uint64_t base)
{
    assert(base < USER_END);
    thread->tls_base = base;
    wrmsr(MSR_FS_BASE, base);
}
