/*
 * Problem: the frame pointer is the current function's own only from its third instruction to its
 * last but one.  Before and after, it is the caller's, and to follow it is to leave the caller out.
 *
 *     push %rbp         the return address is at rsp
 *     mov %rsp, %rbp    it is at rsp + 8
 *     ...               it is behind the frame pointer that rbp points at
 *     pop %rbp
 *     ret               it is at rsp
 *     jmp function      it is at rsp: in the place of RET, if a call is the last thing to do
 *
 * So the instruction at the pc is looked at: if it is one of these, the return address is where the
 * first two and last two lines say.  A jump is one of these if the byte before it is POP's, and it
 * leads to a PUSH, as functions begin.  The byte alone is no proof: it may also be the end of
 * another instruction, a ']' that is stored, before a jump within the function.  The target of a
 * jump by a register is not known.  Behind LEAVE, whose byte ends many instructions, a jump is not
 * recognised, and the caller is left out.  Programs are built so that there are no other
 * instructions without a frame (tests/host/test_frames.py).
 *
 * A handler of a signal returns to its restorer, which calls sigreturn(2), and where its return
 * address is the signal's frame begins (abi/signal.h), with the registers from which the walk goes
 * on.  In sigreturn itself that address has been popped.
 *
 * Left out: code without frame pointers.  The walk may leave out callers there, or take other words
 * for return addresses.
 */
#include "arch/callstack.h"
#include "arch/usercopy.h"
#include "core/irq.h"
#include "core/panic.h"
#include <abi/signal.h>
#include <stddef.h>

/* The instructions, as little-endian words (Intel SDM 2). */
#define PUSH_RBP     0x55
#define POP_RBP      0x5d
#define RET          0xc3
#define JMP          0xe9
#define JMP_SHORT    0xeb
#define JMP_INDIRECT 0xff /* by a register, r8 and above with the prefix */
#define BY_REGISTER  0xe0 /* its second byte, with the register's number */
#define REX_B        0x41
#define MOV_RSP_RBP  0xe58948

/* Where a relative jump leads to, code being its first bytes. */
static uint64_t target_of(uint64_t pc, uint32_t code)
{
    uint32_t offset = 0;
    if ((uint8_t)code == JMP_SHORT)
        return pc + 2 + (int8_t)(code >> 8);
    return load_user_u32(&offset, (const uint32_t *)(pc + 1)) ? 0 : pc + 5 + (int32_t)offset;
}

/* Whether this is a jump into another function, from the bytes at the pc. */
static bool leaves(uint64_t pc, uint32_t code)
{
    uint8_t first = code, second = code >> 8, third = code >> 16;
    if (first == JMP_INDIRECT || (first == REX_B && second == JMP_INDIRECT))
        return ((first == REX_B ? third : second) & ~7) == BY_REGISTER;
    uint32_t begins;
    return (first == JMP || first == JMP_SHORT) &&
           !load_user_u32(&begins, (const uint32_t *)target_of(pc, code)) &&
           (uint8_t)begins == PUSH_RBP;
}

/* The address of the return address if the function that was interrupted here has no frame; 0 if it
 * has one. */
static uint64_t bare_return(const struct user_place *place)
{
    uint32_t code; /* from the byte before */
    if (load_user_u32(&code, (const uint32_t *)(place->pc - 1)))
        return 0;
    uint8_t before = code, first = code >> 8;
    if (first == PUSH_RBP || first == RET || (before == POP_RBP && leaves(place->pc, code >> 8)))
        return place->sp;
    return code >> 8 == MOV_RSP_RBP ? place->sp + sizeof(uint64_t) : 0;
}

/* Stores the return addresses of an interrupted place, to the outermost, 0 or the restorer; returns
 * how many.  The place is then the last one's caller; its fp is 0 if there is no frame left. */
static unsigned read_callers(struct user_place *place, uint64_t restorer, uint64_t *pcs,
                             unsigned max)
{
    uint64_t bare = bare_return(place);
    if (!bare)
        return frames_from_user(place, pcs, max, restorer);
    if (max == 0 || copy_from_user(pcs, (const void *)bare, sizeof(*pcs))) {
        place->fp = bare; /* not the outermost: it has a caller */
        return 0;
    }
    place->sp = bare + sizeof(*pcs);
    if (pcs[0] == 0 || pcs[0] == restorer)
        return 1;
    return 1 + frames_from_user(place, pcs + 1, max - 1, restorer);
}

/* From a handler's return goes to where the signal interrupted the program; false if there is no
 * signal's frame. */
static bool go_to_interrupted(struct user_place *place)
{
    const struct sigframe *frame = (const struct sigframe *)(place->sp - sizeof(uint64_t));
    struct sigcontext context;
    if (copy_from_user(&context, &frame->sf_context, sizeof(context)) || context.rsp <= place->sp)
        return false;
    *place = (struct user_place){context.rip, context.rsp, context.rbp, false};
    return true;
}

unsigned callstack_read(const struct user_place *place, uint64_t restorer, uint64_t *pcs,
                        unsigned max, bool *cut)
{
    assert(irq_is_held());
    struct user_place at = *place;
    unsigned n = 0;
    bool handler_returns;
    do {
        pcs[n++] = at.pc;
        unsigned callers = at.in_sigreturn ? 0 : read_callers(&at, restorer, pcs + n, max - n);
        n += callers;
        handler_returns = at.in_sigreturn || (callers && restorer && pcs[n - 1] == restorer);
    } while (handler_returns && n < max && go_to_interrupted(&at));
    *cut = handler_returns || at.fp != 0;
    return n > 1 && pcs[n - 1] == 0 ? n - 1 : n; /* a thread's first function returns to 0 */
}
