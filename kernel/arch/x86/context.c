/* The context of a thread: switching between kernel stacks and address spaces, and the registers of
 * user mode. */
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "arch/x86/layout.h"
#include "arch/x86/paging.h"
#include "arch/x86/registers.h"
#include "arch/x86/stack.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "core/string.h"
#include "sched/thread.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/syscalls.h>

#define SYSCALL_BYTES      2  /* of the SYSCALL instruction */
#define MXCSR_OFFSET       24 /* in the FXSAVE image */
#define MXCSR_MASK_OFFSET  28
#define MXCSR_DEFAULT      0x1f80
#define MXCSR_MASK_DEFAULT 0xffbf /* Intel SDM 1, 11.6.6 */
#define FCW_DEFAULT        0x37f

void context_switch(uint64_t *save_sp, uint64_t sp);
void context_start(void);

static void fpu_save(uint8_t image[512])
{
    __asm__ volatile("fxsave64 (%0)" ::"r"(image) : "memory");
}

static void fpu_load(const uint8_t image[512])
{
    __asm__ volatile("fxrstor64 (%0)" ::"r"(image) : "memory");
}

static void fpu_fresh(uint8_t image[512])
{
    memset(image, 0, 512);
    *(uint16_t *)image = FCW_DEFAULT;
    *(uint32_t *)(image + MXCSR_OFFSET) = MXCSR_DEFAULT;
}

/* What context_switch() pops, lowest address first. */
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
    fpu_fresh(thread->machine.fpu);
}

/* The bit in space.cpus is set before the tables are loaded and cleared after others are; tlb.c
 * explains why. */
static void load_space(struct space *from, struct space *to)
{
    struct cpu *cpu = cpu_self();
    uint64_t root = to ? to->root : paging_kernel_root();
    if (cpu->machine.root == root)
        return;
    if (to)
        __atomic_or_fetch(&to->cpus, 1u << cpu->id, __ATOMIC_SEQ_CST);
    cpu->machine.root = root;
    write_cr3(root);
    if (from)
        __atomic_and_fetch(&from->cpus, ~(1u << cpu->id), __ATOMIC_SEQ_CST);
}

void arch_switch(struct thread *from, struct thread *to)
{
    assert(irq_is_held());
    if (from->process)
        fpu_save(from->machine.fpu);
    if (to->process) {
        fpu_load(to->machine.fpu);
        wrmsr(MSR_FS_BASE, to->tls_base);
    }
    struct cpu *cpu = cpu_self();
    if (to->stack)
        cpu->kernel_stack = cpu->machine.tss.rsp0 = stack_top(to->stack);
    load_space(cpu->space, to->space);
    cpu->space = to->space;
    context_switch(&from->kernel_sp, to->kernel_sp);
}

void arch_space_load(void)
{
    irq_hold();
    struct cpu *cpu = cpu_self();
    load_space(cpu->space, current_thread()->space);
    cpu->space = current_thread()->space;
    irq_release();
}

_Noreturn void arch_enter_user(struct thread *thread)
{
    __asm__ volatile(
        "movq %0, %%rsp; xorl %%ebp, %%ebp; jmp arch_return_to_user" ::"r"(thread->frame)
        : "memory");
    __builtin_unreachable();
}

/* ---- the user's registers ---- */

void arch_frame_init(struct trap_frame *frame, uint64_t pc, uint64_t sp, uint64_t arg0,
                     uint64_t arg1, uint64_t arg2)
{
    *frame = (struct trap_frame){.rip = pc,
                                 .rsp = sp,
                                 .rdi = arg0,
                                 .rsi = arg1,
                                 .rdx = arg2,
                                 .cs = USER_CS,
                                 .ss = USER_DS,
                                 .rflags = RFLAGS_FIXED | RFLAGS_IF};
}

uint64_t arch_frame_sp(const struct trap_frame *frame)
{
    return frame->rsp;
}

void arch_frame_set_result(struct trap_frame *frame, int64_t result)
{
    frame->rax = result;
}

int64_t arch_frame_result(const struct trap_frame *frame)
{
    return frame->rax;
}

bool arch_frame_was_interrupted(const struct trap_frame *frame)
{
    return frame->vector == VECTOR_SYSCALL && (int64_t)frame->rax == -EINTR;
}

void arch_frame_restart(struct trap_frame *frame)
{
    frame->rax = frame->error;
    frame->rip -= SYSCALL_BYTES;
}

void arch_sigframe_save(struct thread *thread, struct sigframe *out)
{
    const struct trap_frame *f = thread->frame;
    memcpy(&out->sf_context, f, offsetof(struct trap_frame, vector));
    out->sf_context.rip = f->rip;
    out->sf_context.rsp = f->rsp;
    out->sf_context.rflags = f->rflags;
    fpu_save(out->sf_fpu);
}

_Static_assert(offsetof(struct sigcontext, rip) == offsetof(struct trap_frame, vector),
               "a signal's context begins like a trap frame");

/* The program may have changed the frame in any way.  A pc outside user memory would fault in the
 * kernel, at IRETQ; at USER_END, where no page is ever mapped, the program faults instead. */
void arch_sigframe_load(struct thread *thread, const struct sigframe *in)
{
    struct trap_frame *f = thread->frame;
    uint8_t image[512] __attribute__((aligned(16)));
    fpu_save(image);
    uint32_t mask = *(uint32_t *)(image + MXCSR_MASK_OFFSET);
    memcpy(image, in->sf_fpu, sizeof(image));
    *(uint32_t *)(image + MXCSR_OFFSET) &= mask ? mask : MXCSR_MASK_DEFAULT;
    fpu_load(image);

    memcpy(f, &in->sf_context, offsetof(struct trap_frame, vector));
    f->vector = 0; /* no SYSRET: rcx and r11 are the program's own */
    f->rip = in->sf_context.rip < USER_END ? in->sf_context.rip : USER_END;
    f->rsp = in->sf_context.rsp;
    f->rflags = (in->sf_context.rflags & (RFLAGS_USER | RFLAGS_TF)) | RFLAGS_FIXED | RFLAGS_IF;
    f->cs = USER_CS;
    f->ss = USER_DS;
}

void arch_frame_call_handler(struct trap_frame *frame, uint64_t handler, uint64_t sp, int sig,
                             uint64_t info, uint64_t context)
{
    frame->vector = 0;
    frame->rip = handler < USER_END ? handler : USER_END;
    frame->rsp = sp;
    frame->rdi = sig;
    frame->rsi = info;
    frame->rdx = context;
    frame->rax = 0;
    frame->rflags &= ~(uint64_t)(RFLAGS_DF | RFLAGS_TF);
}

void arch_thread_fork(struct thread *parent, struct thread *child)
{
    *child->frame = *parent->frame;
    fpu_save(child->machine.fpu);
    child->tls_base = parent->tls_base;
}

void arch_thread_reset(struct thread *thread)
{
    fpu_fresh(thread->machine.fpu);
    fpu_load(thread->machine.fpu);
    arch_thread_set_tls(thread, 0);
}

void arch_thread_set_tls(struct thread *thread, uint64_t base)
{
    assert(base < USER_END);
    thread->tls_base = base;
    wrmsr(MSR_FS_BASE, base);
}

const char *arch_frame_call_name(const struct trap_frame *frame)
{
#define CALL_NAME(number, name, stub, result, arguments) #name,
    static const char *const names[] = {SYSCALL_LIST(CALL_NAME)};
#undef CALL_NAME
    if (frame->vector != VECTOR_SYSCALL || frame->error >= SYSCALL_COUNT)
        return NULL;
    return names[frame->error];
}
