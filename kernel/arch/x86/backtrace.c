/*
 * The callers of a function: follows the frame pointers.  Each function's frame begins with its
 * caller's rbp and return address, and where an interrupt or an exception came, rbp is the address
 * of the trap frame with FRAME_MARK added (entry.S).
 *
 * The function that a trap interrupted may have no frame yet, or never make one, or make one on
 * some of its paths only.  Then no frame has its return address.  bare_return() finds it on the
 * stack:
 *
 *     at the function's first instruction, and at RET     at rsp
 *     the top of the stack is rbp, which was just pushed  at rsp + 8
 *     the function begins with PUSH of rbp                it has a frame
 *     the last frame's return address is behind a call
 *     of this very function                               it has a frame
 *     otherwise                                           at rsp, if that is an address of code
 *
 * Left out: behind the POP of rbp a function that ends by a jump; the callers of .cold parts.
 *
 * An alarm of the kernel's profile comes at any instruction, as an NMI.  backtrace_note() reads
 * only the stack of the running thread, from rsp upwards, which is always mapped: so it cannot
 * fault, whatever a program has in rbp and rsp when it enters the kernel.
 */
#include "arch/x86/backtrace.h"
#include "arch/arch.h"
#include "arch/x86/layout.h"
#include "arch/x86/paging.h"
#include "arch/x86/registers.h"
#include "arch/x86/stack.h"
#include "core/cpu.h"
#include "core/ksyms.h"
#include "core/print.h"
#include "core/string.h"

#define CALL        0xe8 /* with 4 bytes of distance (Intel SDM 2, CALL) */
#define CALL_NBYTES 5
#define PUSH_RBP    0x55
#define RET         0xc3

#define FIRST_FRAMES 14
#define LAST_FRAMES  10
#define DEPTH_MAX    2048 /* a frame that leads back to itself must not be followed for ever */

extern const char kernel_text_start[], kernel_text_end[], kernel_end[];

static bool is_on_stack(uint64_t addr)
{
    if (addr >= (uint64_t)kernel_text_end && addr < (uint64_t)kernel_end)
        return !stack_is_guard(addr); /* a CPU's first stack, or one of its exceptions' */
    if (addr < STACK_AREA || addr >= STACK_AREA_END)
        return false;
    const uint64_t *entry = paging_entry(paging_kernel_root, addr, 0, false, 0);
    return entry && (*entry & PTE_P);
}

/* A walk over the frames, outwards. */
struct walk {
    uint64_t rbp;                  /* where it goes on */
    uint64_t low, high;            /* all frames are there; high 0: on any stack */
    const struct trap_frame *trap; /* what it came to: a trap, or if NULL a call */
    uint64_t caller;               /* a return address; of what was interrupted the pc plus 1 */
    uint64_t bare;                 /* what was interrupted has no frame: its return address; or 0 */
};

/* Between a program and the kernel rbp and rsp are anything that the program had in them. */
static bool is_frame(const struct walk *walk, uint64_t addr, uint64_t nbytes)
{
    if (addr % 8 != 0)
        return false;
    if (walk->high)
        return addr >= walk->low && addr <= walk->high - nbytes;
    return is_on_stack(addr) && is_on_stack(addr + nbytes - 8);
}

static bool is_text(uint64_t pc)
{
    return pc >= (uint64_t)kernel_text_start + CALL_NBYTES && pc < (uint64_t)kernel_text_end;
}

static bool follows_call_of(uint64_t function, uint64_t pc)
{
    if (!is_text(pc))
        return false;
    int32_t distance;
    memcpy(&distance, (const void *)(pc - sizeof(distance)), sizeof(distance));
    return *(const uint8_t *)(pc - CALL_NBYTES) == CALL && pc + distance == function;
}

/* The return address of the function that was interrupted there, if it has no frame; or 0.
 * Where the pc is no code's, only the stack can tell. */
static uint64_t bare_return(const struct walk *walk, const struct trap_frame *trap)
{
    const uint64_t *top = (const uint64_t *)trap->rsp, *frame = (const uint64_t *)trap->rbp;
    const uint8_t *code = (const uint8_t *)trap->rip;
    uint64_t offset = 0;
    if (!is_frame(walk, trap->rsp, 16))
        return 0;
    if (is_text(trap->rip))
        ksyms_name(trap->rip, &offset);
    if (*top == trap->rbp)
        top++;
    else if (offset > 0 && *code != RET &&
             (code[-offset] == PUSH_RBP ||
              (is_frame(walk, trap->rbp, 16) && follows_call_of(trap->rip - offset, frame[1]))))
        return 0;
    return is_text(*top) ? *top : 0;
}

/* False when there is no frame more. */
static bool walk_on(struct walk *walk)
{
    const uint64_t *frame = (const uint64_t *)walk->rbp;
    walk->trap = NULL;
    walk->bare = 0;
    if (is_frame(walk, walk->rbp - FRAME_MARK, FRAME_BYTES)) {
        walk->trap = (const struct trap_frame *)(walk->rbp - FRAME_MARK);
        walk->low = (uint64_t)(walk->trap + 1);
        walk->rbp = walk->trap->rbp;
        walk->caller = walk->trap->rip + 1;
        walk->bare = bare_return(walk, walk->trap);
        return true;
    }
    if (!is_frame(walk, walk->rbp, 16) || frame[1] < KERNEL_BASE)
        return false;
    walk->low = (uint64_t)(frame + 2);
    walk->caller = frame[1];
    walk->rbp = frame[0];
    return true;
}

/* Inside the call instruction, not after it. */
static void print_frame(const struct walk *walk)
{
    print_address(walk->caller - 1, "");
    if (walk->bare)
        print_address(walk->bare - 1, "");
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
        if (!is_left_out)
            print_frame(&walk);
        else if (depth == FIRST_FRAMES)
            print("  (%d more calls)\n", total - FIRST_FRAMES - LAST_FRAMES);
    }
}

uint64_t arch_callers_hash(void)
{
    struct walk walk = {.rbp = (uint64_t)__builtin_frame_address(0)};
    uint64_t hash = 0;
    for (int depth = 0; depth < 64 && walk_on(&walk); depth++) {
        if (walk.trap)
            continue;
        hash = (hash ^ walk.caller) *
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

static void note(struct cpu *cpu, uint64_t return_address)
{
    if (return_address && cpu->alarm_ncallers < ALARM_CALLERS_MAX)
        cpu->alarm_callers[cpu->alarm_ncallers++] = return_address;
}

void backtrace_note(struct cpu *cpu, const struct trap_frame *at)
{
    struct walk walk = {.rbp = at->rbp, .low = at->rsp, .high = cpu->kernel_stack};
    cpu->alarm_ncallers = 0;
    if (walk.high - walk.low > STACK_PAGES * PAGE_SIZE)
        return; /* it is just being switched to, or from */
    note(cpu, bare_return(&walk, at));
    while (cpu->alarm_ncallers < ALARM_CALLERS_MAX && walk_on(&walk)) {
        note(cpu, walk.caller);
        note(cpu, walk.bare);
    }
}
