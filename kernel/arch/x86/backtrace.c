/*
 * The callers of a function: follows the frame pointers.  Each function's frame begins with its
 * caller's rbp and return address, and where an interrupt or an exception came, rbp is the address
 * of the trap frame with FRAME_MARK added (entry.S).
 *
 * The function that a trap interrupted may have no frame yet, or never make one.  Then no frame has
 * its return address, which is still at the top of the stack, or below the pushed rbp.  A word
 * there is the return address if it points behind a call of this very function, and the last frame
 * has none like it.  A caller through a pointer is not found, unless the pointer leads to no code:
 * then nothing has been pushed since the call.
 */
#include "arch/x86/backtrace.h"
#include "arch/arch.h"
#include "arch/x86/layout.h"
#include "arch/x86/paging.h"
#include "arch/x86/registers.h"
#include "core/ksyms.h"
#include "core/print.h"
#include "core/string.h"

#define CALL        0xe8 /* with 4 bytes of distance (Intel SDM 2, CALL) */
#define CALL_NBYTES 5

#define FIRST_FRAMES 14
#define LAST_FRAMES  10
#define DEPTH_MAX    2048 /* a frame that leads back to itself must not be followed for ever */

extern const char kernel_text_start[], kernel_text_end[], kernel_end[];

static bool is_on_stack(uint64_t addr)
{
    if (addr >= (uint64_t)kernel_text_end && addr < (uint64_t)kernel_end)
        return true; /* a CPU's first stack, or one of its exceptions' */
    if (addr < STACK_AREA || addr >= STACK_AREA_END)
        return false;
    const uint64_t *entry = paging_entry(paging_kernel_root(), addr, 0, false, 0);
    return entry && (*entry & PTE_P);
}

/* Between a program and the kernel rbp and rsp are anything that the program had in them. */
static bool is_frame(uint64_t addr, uint64_t nbytes)
{
    return addr % 8 == 0 && is_on_stack(addr) && is_on_stack(addr + nbytes - 8);
}

static void print_caller(uint64_t return_address)
{
    print_address(return_address - 1, ""); /* inside the call instruction, not after it */
}

static bool is_text(uint64_t pc)
{
    return pc >= (uint64_t)kernel_text_start + CALL_NBYTES && pc < (uint64_t)kernel_text_end;
}

static bool follows_call_of(uint64_t function, uint64_t pc)
{
    if (!is_text(pc))
        return false;
    const uint8_t *call = (const uint8_t *)(pc - CALL_NBYTES);
    int32_t distance;
    memcpy(&distance, call + 1, sizeof(distance));
    return call[0] == CALL && pc + distance == function;
}

static void print_interrupted(const struct trap_frame *trap)
{
    uint64_t offset;
    ksyms_name(trap->rip, &offset);
    uint64_t function = trap->rip - offset;
    const uint64_t *frame = (const uint64_t *)trap->rbp, *top = (const uint64_t *)trap->rsp;
    print_address(trap->rip, "");
    if (!is_text(trap->rip)) {
        if (is_frame(trap->rsp, 8) && is_text(*top))
            print_caller(*top);
        return;
    }
    if (is_frame(trap->rbp, 16) && follows_call_of(function, frame[1]))
        return;
    for (int i = 0; i < 2 && is_frame((uint64_t)&top[i], 8); i++)
        if (follows_call_of(function, top[i])) {
            print_caller(top[i]);
            return;
        }
}

/* A walk over the frames, outwards. */
struct walk {
    uint64_t rbp;                  /* where it goes on */
    const struct trap_frame *trap; /* what it came to: a trap, or if NULL a call */
    uint64_t return_address;       /* of the call */
};

/* False when there is no frame more. */
static bool walk_on(struct walk *walk)
{
    const uint64_t *frame = (const uint64_t *)walk->rbp;
    walk->trap = NULL;
    if (is_frame(walk->rbp - FRAME_MARK, FRAME_BYTES)) {
        walk->trap = (const struct trap_frame *)(walk->rbp - FRAME_MARK);
        walk->rbp = walk->trap->rbp;
        return true;
    }
    if (!is_frame(walk->rbp, 16) || frame[1] < KERNEL_BASE)
        return false;
    walk->return_address = frame[1];
    walk->rbp = frame[0];
    return true;
}

/* Prints all frames if one screen has room.  An endless recursion has more: then prints the first
 * ones and the last ones, which show where it began. */
void backtrace_from(uint64_t rbp)
{
    int total = 0;
    for (struct walk walk = {.rbp = rbp}; total < DEPTH_MAX && walk_on(&walk); total++)
        continue;
    struct walk walk = {.rbp = rbp};
    for (int depth = 0; depth < total && walk_on(&walk); depth++) {
        bool is_left_out = depth >= FIRST_FRAMES && depth < total - LAST_FRAMES;
        if (is_left_out && depth == FIRST_FRAMES)
            print("  (%d more calls)\n", total - FIRST_FRAMES - LAST_FRAMES);
        if (!is_left_out && walk.trap)
            print_interrupted(walk.trap);
        else if (!is_left_out)
            print_caller(walk.return_address);
    }
}

uint64_t arch_callers_hash(void)
{
    struct walk walk = {.rbp = (uint64_t)__builtin_frame_address(0)};
    uint64_t hash = 0;
    for (int depth = 0; depth < 64 && walk_on(&walk); depth++) {
        if (walk.trap)
            continue;
        hash = (hash ^ walk.return_address) *
               0x9e3779b97f4a7c15; /* odd, so no bit is lost: 2^64 / golden ratio */
        hash ^= hash >> 32;
    }
    return hash;
}

void arch_backtrace(void)
{
    backtrace_from((uint64_t)__builtin_frame_address(0));
}

void arch_print_registers(const struct trap_frame *frame)
{
    print("rip %lx rsp %lx rbp %lx rflags %lx cr3 %lx\n", frame->rip, frame->rsp, frame->rbp,
          frame->rflags, read_cr3());
    print("rax %lx rbx %lx rcx %lx rdx %lx rsi %lx rdi %lx\n", frame->rax, frame->rbx, frame->rcx,
          frame->rdx, frame->rsi, frame->rdi);
}

void arch_trap_backtrace(const struct trap_frame *frame)
{
    backtrace_from((uint64_t)frame + FRAME_MARK);
}
