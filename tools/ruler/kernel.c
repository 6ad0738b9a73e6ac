/*
 * The ruler for the kernel's own profile: counts every instruction that the kernel executes, at its
 * own pc, as a tick of kprof(2) does (doc/tick.md, "How the kernel profiles itself").
 *
 * It leaves out the clock's own interrupts, and the code that counts a tick: no tick can come
 * there.
 *
 * It also counts the instructions of each call of a function, with those of all that it calls, as
 * the call stacks of kprof(2) show them.  A kernel stack has a list of its calls.  A function that
 * is entered by a jump is a part of the one that jumped.
 *
 * The window is from the first to the second call of arch_trace_alarm(), which begins and ends a
 * profile.  One CPU, which is never idle: an idle one takes no ticks.  All state is plain.
 */
#include <stdbool.h>

#include "plugin.h"

/* The arguments, each NAME=VALUE. */
static struct {
    uint64_t low, high; /* the kernel's text */
    uint64_t trace;     /* arch_trace_alarm() */
    uint64_t clock;     /* the entry of the clock's interrupt, */
    uint64_t nmi;       /* of the NMI by which an alarm comes before that, */
    uint64_t fault;     /* and of a page fault */
    uint64_t tick;      /* prof_kernel_tick() */
    uint64_t switched;  /* the first instruction on another stack, which reads from it */
    uint64_t start;     /* where a new thread begins */
    const char *out;
} arg;

/* The effects of an instruction that matter here. */
enum kind { PLAIN, TRACE, CLOCK, NMI, FAULT, STI, RETURN, HALT, CALL, RET, START };
#define KIND_BITS 4

static uint64_t *counts;              /* by pc - arg.low */
static uint64_t user, halts, dropped; /* instructions; dropped are the clock's */
static uint64_t *last_count;          /* where the instruction before was counted */
static unsigned traces;               /* calls of arch_trace_alarm() so far */
static bool in_clock, in_nmi;
static unsigned faults; /* page faults in the clock's interrupt, which reads the program's stack */

#define STACKS     4096
#define STACK_AREA 0xffffc00000000000 /* of the kernel's; each has 2^15 bytes of addresses */
#define CALLS_MOST 256                /* on one stack */

/* A kernel stack; the first one is for all that are elsewhere. */
static struct stack {
    uint64_t count; /* of instructions on it */
    unsigned depth;
    unsigned tick_depth; /* of the call of prof_kernel_tick(); 0: there is none */
    struct call {
        uint64_t function, begin; /* by pc - arg.low; the count before its first instruction */
    } calls[CALLS_MOST];
} stacks[STACKS], *stack = stacks;
static uint64_t *with_calls; /* of each function: instructions, with those of all that it called */
static bool called;          /* the instruction before was a call */

/* ---- calls ---- */

static void begin_call(uint64_t function)
{
    if (stack->depth == CALLS_MOST)
        fail("more calls within each other than there is room for", "");
    stack->calls[stack->depth++] = (struct call){function, stack->count};
    if (function == arg.tick - arg.low)
        stack->tick_depth = stack->depth;
}

/* Adds a recursion up once, when the outermost call ends. */
static void end_call(struct stack *of)
{
    if (of->depth == 0)
        return; /* it began before the window */
    const struct call *call = &of->calls[--of->depth];
    if (of->depth < of->tick_depth)
        of->tick_depth = 0;
    for (unsigned i = 0; i < of->depth; i++)
        if (of->calls[i].function == call->function)
            return;
    with_calls[call->function] += of->count - call->begin;
}

static void end_calls(struct stack *of)
{
    while (of->depth > 0)
        end_call(of);
}

static void on_switch(unsigned cpu, uint32_t info, uint64_t address, void *data)
{
    uint64_t index = ((address - STACK_AREA) >> 15) + 1;

    (void)cpu, (void)info, (void)data;
    stack = &stacks[index < STACKS ? index : 0];
}

/* ---- the window ---- */

static void write_counts(void)
{
    for (size_t i = 0; i < STACKS; i++)
        end_calls(&stacks[i]);
    FILE *file = fopen(arg.out, "w");

    if (!file)
        fail("cannot write ", arg.out);
    for (uint64_t at = 0; at < arg.high - arg.low; at++)
        if (counts[at] > 0)
            fprintf(file, "%llx %llu\n", (unsigned long long)(arg.low + at),
                    (unsigned long long)counts[at]);
    for (uint64_t at = 0; at < arg.high - arg.low; at++)
        if (with_calls[at] > 0)
            fprintf(file, "with_calls:%llx %llu\n", (unsigned long long)(arg.low + at),
                    (unsigned long long)with_calls[at]);
    fprintf(file, "user %llu\nclock %llu\nhalts %llu\n", (unsigned long long)user,
            (unsigned long long)dropped, (unsigned long long)halts);
    if (fclose(file) != 0)
        fail("cannot write ", arg.out);
}

/* arch_trace_alarm() is called: the profile begins, or ends. */
static void on_trace(void)
{
    if (traces++ == 1)
        write_counts();
    memset(counts, 0, (arg.high - arg.low) * sizeof(*counts));
    memset(with_calls, 0, (arg.high - arg.low) * sizeof(*with_calls));
    user = halts = dropped = 0;
    for (size_t i = 0; i < STACKS; i++) {
        stacks[i].count = 0;
        for (unsigned call = 0; call < stacks[i].depth; call++)
            stacks[i].calls[call].begin = 0;
    }
}

/* ---- while it runs ---- */

/* An instruction that is counted. */
static void follow(uint64_t at, enum kind kind)
{
    if (kind == START || !last_count)
        end_calls(stack); /* a new thread, or from a program: nothing is on the stack */
    else if (called)
        begin_call(at);
    called = kind == CALL;
    stack->count += stack->tick_depth == 0;
    if (kind == RET)
        end_call(stack);
}

static void on_kernel(unsigned cpu, void *data)
{
    uint64_t word = (uint64_t)(uintptr_t)data, at = word >> KIND_BITS;
    enum kind kind = word & ((1u << KIND_BITS) - 1);

    (void)cpu;
    if (kind == TRACE)
        on_trace();
    if (kind == FAULT && last_count) {
        --*last_count; /* what faulted is executed again */
        stack->count -= last_count != &dropped;
    }
    faults += kind == FAULT && in_clock;
    in_clock |= kind == CLOCK;
    in_nmi |= kind == NMI;
    if (!in_clock && !in_nmi)
        follow(at, kind);
    last_count = in_clock || in_nmi || stack->tick_depth > 0 ? &dropped : &counts[at];
    ++*last_count;
    halts += kind == HALT;
    if (kind != RETURN && kind != STI)
        return;
    if (faults > 0 && !in_nmi) {
        faults--;
        return;
    }
    in_clock &= in_nmi;
    in_nmi = false;
}

static void on_user(unsigned cpu, void *data)
{
    (void)cpu, (void)data;
    user++;
    last_count = NULL;
}

/* ---- translation ---- */

static enum kind kind_of(const struct qemu_plugin_insn *insn, uint64_t address)
{
    unsigned char code[INSN_MAX];
    size_t nbytes = insn_bytes(insn, code);

    if (address == arg.trace)
        return TRACE;
    if (address == arg.clock)
        return CLOCK;
    if (address == arg.nmi)
        return NMI;
    if (address == arg.fault)
        return FAULT;
    if (address == arg.start)
        return START;
    if (nbytes == 1 && code[0] == 0xc3)
        return RET;
    size_t prefix = code[0] >> 4 == 4; /* REX */
    if (code[0] == 0xe8 || (code[prefix] == 0xff && (code[prefix + 1] & 0x38) == 0x10))
        return CALL;
    if (nbytes == 1 && code[0] == 0xfb)
        return STI;
    if (nbytes == 1 && code[0] == 0xf4)
        return HALT;
    if ((nbytes == 2 && memcmp(code, "\x48\xcf", 2) == 0) ||
        (nbytes == 3 && memcmp(code, "\x48\x0f\x07", 3) == 0))
        return RETURN;
    return PLAIN;
}

static void translated(struct qemu_plugin_tb *block)
{
    size_t n = qemu_plugin_tb_n_insns(block);
    uint64_t first = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, 0));

    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
        uint64_t address = qemu_plugin_insn_vaddr(insn), at = address - arg.low;
        uint64_t data = at << KIND_BITS | kind_of(insn, address);

        if (first < USER_END)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_user, PLUGIN_NO_REGISTERS, NULL);
        else if (at < arg.high - arg.low) /* not so at boot */
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_kernel, PLUGIN_NO_REGISTERS,
                                                   (void *)(uintptr_t)data);
        if (address == arg.switched)
            qemu_plugin_register_vcpu_mem_cb(insn, on_switch, PLUGIN_NO_REGISTERS, PLUGIN_BOTH,
                                             NULL);
    }
}

int qemu_plugin_install(uint64_t id, const struct plugin_info *info, int argc, char **argv)
{
    const struct argument names[] = {
        {"out", NULL, &arg.out},     {"low", &arg.low, NULL},           {"high", &arg.high, NULL},
        {"trace", &arg.trace, NULL}, {"clock", &arg.clock, NULL},       {"nmi", &arg.nmi, NULL},
        {"fault", &arg.fault, NULL}, {"switched", &arg.switched, NULL}, {"start", &arg.start, NULL},
        {"tick", &arg.tick, NULL},
    };

    take_interface(info);
    take_arguments(argc, argv, names, sizeof(names) / sizeof(*names));
    if (!arg.out || arg.low >= arg.high)
        fail("out=, low= and high= must be given", "");
    counts = calloc(arg.high - arg.low, sizeof(*counts));
    with_calls = calloc(arg.high - arg.low, sizeof(*with_calls));
    if (!counts || !with_calls)
        fail("no memory for the counters", "");
    call_at_translation(id, translated);
    return 0;
}
