/* The user registers: in a trap frame, and in the frame of a signal. */
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "arch/x86/fpu.h"
#include "arch/x86/layout.h"
#include "arch/x86/registers.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "core/string.h"
#include "sched/thread.h"
#include <abi/errno.h>
#include <abi/syscalls.h>

#define SYSCALL_BYTES 2 /* of the SYSCALL instruction */

_Static_assert(RFLAGS_OF_PROGRAM ==
                   (RFLAGS_USER | RFLAGS_FIXED | RFLAGS_TF | RFLAGS_IF | RFLAGS_NT | RFLAGS_RF),
               "layout.h");

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

void arch_frame_keep_result(struct trap_frame *frame)
{
    frame->vector = 0;
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

/* A reserved bit of MXCSR that is set would fault in the kernel, at FXRSTOR: clears those. */
static void load_fpu(const uint8_t user_image[512])
{
    uint8_t image[512] __attribute__((aligned(16)));
    memcpy(image, user_image, sizeof(image));
    *(uint32_t *)(image + MXCSR_OFFSET) &= MXCSR_BITS;
    fpu_load(image);
}

/* The program goes on elsewhere.  A pc outside user memory would fault in the kernel, at IRETQ; at
 * USER_END, where no page is ever mapped, the program faults instead.  Interrupts are held.  Not
 * inlined, so that tools/ruler finds where the pc changes. */
__attribute__((noinline)) static void go_on_at(struct trap_frame *frame, uint64_t pc, uint64_t sp)
{
    frame->vector = 0; /* no SYSRET: rcx and r11 are the program's own */
    frame->rip = pc < USER_END ? pc : USER_END;
    frame->rsp = sp;
}

/* The program may have changed the frame in any way. */
void arch_sigframe_load(struct thread *thread, const struct sigframe *in)
{
    struct trap_frame *f = thread->frame;
    load_fpu(in->sf_fpu);
    irq_hold(); /* arch_frame_place() finds all of them or none */
    go_on_at(f, in->sf_context.rip, in->sf_context.rsp);
    memcpy(f, &in->sf_context, offsetof(struct trap_frame, vector));
    irq_release();
    f->rflags = (in->sf_context.rflags & (RFLAGS_USER | RFLAGS_TF)) | RFLAGS_FIXED | RFLAGS_IF;
    f->cs = USER_CS;
    f->ss = USER_DS;
}

void arch_frame_call_handler(struct trap_frame *frame, uint64_t handler, uint64_t sp, int sig,
                             uint64_t info, uint64_t context)
{
    assert(sp % 16 == 8); /* as where a function begins (System V ABI, 3.2.2) */
    irq_hold();           /* as above */
    go_on_at(frame, handler, sp);
    irq_release();
    frame->rdi = sig;
    frame->rsi = info;
    frame->rdx = context;
    frame->rax = 0;
    frame->rflags &= ~(uint64_t)(RFLAGS_DF | RFLAGS_TF);
    fpu_empty(); /* like DF, as any function expects it (System V ABI, 3.2.1) */
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
