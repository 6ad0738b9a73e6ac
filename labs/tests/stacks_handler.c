/* The stack of a signal's handler goes on in what the signal interrupted. */
/* machine: det=1 */
#include "child.h"
#include "profstack.h"
#include <sys/calls.h>

#define SPIN (7 * SPIN_TURNS) /* more than two periods */

static uintptr_t restorer; /* where handlers return to */
static unsigned limit = PROF_STACK_MAX;
static unsigned long handler_spin = SPIN;

static void spin_handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    stack_dear(handler_spin);
    __asm__ volatile(""); /* not a jump to it */
}

static void raise_handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    raise(SIGUSR2);
    __asm__ volatile("");
}

/* Sends the signal, with samples of no more than `limit` pcs; the first one of the handler's. */
__attribute__((noinline)) static const struct prof_stack *sample_of(int sig)
{
    const struct prof_stack *found = NULL;
    stacks_on(limit);
    raise(sig);
    CHECK_EQ(profstack(NULL, 0, 0), 0);
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0])
        if (!found && at(stack, 0, stack_spin_pc))
            found = stack;
    if (!found)
        FAIL("no sample in stack_spin, which the handler calls for more than two periods");
    return found;
}

/* What raise() interrupts, in a stub with a frame: the instruction behind SYSCALL. */
#define IN_RAISE ((uintptr_t)__thread_kill + 14)

/* How many handlers are in it; behind each, what its signal interrupted. */
static unsigned handlers(const struct prof_stack *stack)
{
    unsigned n = 0;
    for (unsigned i = 0; i < stack->ps_depth; i++) {
        if (stack->ps_pc[i] != restorer)
            continue;
        CHECK(i + 1 < stack->ps_depth);
        CHECK_EQ(stack->ps_pc[i + 1], IN_RAISE);
        n++;
    }
    return n;
}

/* The callers of whoever has this frame; returns how many. */
static unsigned callers(const uint64_t *frame, uint64_t *pcs)
{
    unsigned n = 0;
    for (; frame; frame = (const uint64_t *)frame[0])
        pcs[n++] = frame[1];
    return n;
}

/* The callers of sample_of()'s caller, as they are in each of its samples, the last of all. */
static void check_outermost(const struct prof_stack *stack, const uint64_t *frame)
{
    uint64_t pcs[PROF_STACK_MAX];
    unsigned n = callers(frame, pcs);
    CHECK(stack->ps_depth > n);
    for (unsigned i = 0; i < n; i++)
        CHECK_EQ(stack->ps_pc[stack->ps_depth - n + i], pcs[i]);
    CHECK_EQ(stack->ps_flags, 0);
}

static void nested(void)
{
    const struct prof_stack *stack = sample_of(SIGUSR1);
    CHECK(at(stack, 1, stack_dear_back));
    CHECK_EQ(stack->ps_pc[3], restorer);
    CHECK_EQ(handlers(stack), 2);
    check_outermost(stack, __builtin_frame_address(0));
}

/* With each limit it is the beginning of the whole one, and says so. */
static void limits(void)
{
    static uint64_t whole[PROF_STACK_MAX], pcs[PROF_STACK_MAX];
    const struct prof_stack *stack = sample_of(SIGUSR2);
    unsigned depth = stack->ps_depth;
    CHECK_EQ(handlers(stack), 1);
    CHECK_EQ(stack->ps_flags, 0);
    memcpy(whole, stack->ps_pc, 8ul * depth);
    unsigned here = depth - callers(__builtin_frame_address(0), pcs) - 1;
    for (limit = 1; limit <= depth; limit++) {
        stack = sample_of(SIGUSR2);
        CHECK_EQ(stack->ps_depth, limit);
        for (unsigned i = 0; i < limit; i++)
            CHECK(i == here || stack->ps_pc[i] == whole[i]); /* here it is another call */
        CHECK_EQ(stack->ps_flags, limit < depth ? PROF_STACK_CUT : 0);
    }
}

/* The handler changes the registers that it will return to, and has them back before it does. */
static uint64_t new_rsp, new_rbp;

static void hostile_handler(int sig, siginfo_t *info, void *where)
{
    (void)sig, (void)info;
    volatile struct sigcontext *context = where;
    uint64_t rsp = context->rsp, rbp = context->rbp;
    context->rsp = new_rsp ? new_rsp : rsp;
    context->rbp = new_rbp ? new_rbp : rbp;
    stack_dear(SPIN);
    context->rsp = rsp;
    context->rbp = rbp;
}

/* What is behind the handler's return: as many entries. */
static void check_hostile(uint64_t rsp, uint64_t rbp, unsigned n)
{
    new_rsp = rsp, new_rbp = rbp;
    const struct prof_stack *stack = sample_of(SIGUSR1);
    CHECK(at(stack, 1, stack_dear_back));
    CHECK_EQ(stack->ps_pc[3], restorer);
    CHECK_EQ(stack->ps_depth, 4 + n);
    CHECK_EQ(stack->ps_flags, PROF_STACK_CUT);
}

static void hostile(void)
{
    uint64_t here = (uint64_t)__builtin_frame_address(0);
    set_handler(SIGUSR1, hostile_handler, 0);
    check_hostile(8, 0, 0); /* not above the signal's frame */
    check_hostile(here - 4096, 0, 0);
    check_hostile(0, 8, 1); /* the pc, but no callers */
    check_hostile(0, -1ul << 31, 1);
    check_hostile(0, here - 4096, 1);
}

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "";
    set_handler(SIGUSR1, raise_handler, 0);
    set_handler(SIGUSR2, spin_handler, 0);
    struct sigaction act;
    CHECK_EQ(sigaction(SIGUSR1, NULL, &act), 0);
    restorer = (uintptr_t)act.sa_restorer;
    if (strcmp(part, "nested") == 0)
        nested();
    else if (strcmp(part, "limits") == 0)
        limits();
    else if (strcmp(part, "hostile") == 0)
        hostile();
    else
        FAIL("%s: there is no such part", part);
    return 0;
}
