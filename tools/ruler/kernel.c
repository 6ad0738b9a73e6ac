/*
 * The ruler for the kernel's own profile: counts every instruction that the kernel executes.
 *
 * What a count means is what a tick of kprof(2) means (doc/tick.md, "How the kernel
 * profiles itself"): an instruction counts at its own pc if interrupts are on, and otherwise where
 * they were turned off.  The latter is where irq_hold() or spin_lock() was called, or the CLI
 * itself; and after an exception, which turns them off too, the STI that ends this.  A STI takes
 * effect after the next instruction, and the one behind that cannot be told from it: a tick comes
 * before either.
 *
 * Not counted are interrupts: in the clock's own no tick can be taken.
 *
 * The window is from the first to the second call of irq_trace(), which begins and ends a profile.
 * One CPU, which is never idle: an idle one takes no ticks.  All state is plain.
 */
#include <stdbool.h>

#include "plugin.h"

#define STUB_NBYTES 16
#define STUBS       256
#define EXCEPTIONS  32 /* the first vector of the others */
#define PAGE_FAULT  14
#define BEHIND_STI  2
#define PROLOGUE    16

/* The arguments, each NAME=VALUE. */
static struct {
    uint64_t low, high; /* the kernel's text */
    uint64_t trace;     /* irq_trace() */
    uint64_t lock;      /* spin_lock(), */
    uint64_t hold;      /* irq_hold(): both have a CLI within their first PROLOGUE bytes */
    uint64_t stubs;     /* the entries of all vectors */
    const char *out;
} arg;

/* What an instruction does beside being one. */
enum kind { PLAIN, TRACE, CLI, CLI_FOR_CALLER, STI, RETURN, HALT, STUB };
#define KIND_BITS 4
#define CALLED    8u /* a bit of these: spin_lock() or irq_hold() begins */

static uint64_t *counts;              /* by pc - arg.low */
static uint64_t user, halts, dropped; /* instructions; dropped are the interrupts' */
static unsigned traces;               /* calls of irq_trace() so far */

static uint64_t last;        /* the kernel's instruction before, as an index of counts */
static uint64_t *last_count; /* where it was counted */
static uint64_t caller;      /* the instruction that called spin_lock() or irq_hold() */

/* Interrupts are off: */
static bool off;
static uint64_t cause;            /* because of this instruction, */
static bool entered, interrupted; /* or since an exception; or an interrupt */
static uint64_t pending;          /* instructions since that entry */
static bool was_off;              /* before a page fault that interrupted such code */
static unsigned ending;           /* instructions until a STI ends it */

/* ---- interrupts off and on ---- */

static void turn_off(uint64_t at)
{
    if (off)
        return;
    off = true;
    cause = at;
}

static void turn_on(uint64_t at)
{
    if (entered && !interrupted)
        counts[at] += pending;
    else
        dropped += pending;
    pending = 0;
    off = entered = interrupted = false;
    ending = 0;
}

/* The first instruction for an exception or an interrupt. */
static void enter(uint64_t vector)
{
    if (vector == PAGE_FAULT && last_count)
        --*last_count; /* what faulted is executed again */
    if (ending > 0)
        turn_on(last); /* it was held off, or comes as soon as it is not */
    was_off = off;
    if (!off) {
        off = entered = true;
        interrupted = vector >= EXCEPTIONS;
    }
}

static void count(uint64_t at)
{
    last_count = off && entered ? &pending : &counts[off ? cause : at];
    ++*last_count;
    last = at;
}

/* ---- the window ---- */

static void write_counts(void)
{
    FILE *file = fopen(arg.out, "w");

    if (!file)
        fail("cannot write ", arg.out);
    for (uint64_t at = 0; at < arg.high - arg.low; at++)
        if (counts[at] > 0)
            fprintf(file, "%llx %llu\n", (unsigned long long)(arg.low + at),
                    (unsigned long long)counts[at]);
    fprintf(file, "user %llu\ninterrupts %llu\nhalts %llu\n", (unsigned long long)user,
            (unsigned long long)dropped, (unsigned long long)halts);
    if (fclose(file) != 0)
        fail("cannot write ", arg.out);
}

/* irq_trace() is called: the profile begins, or ends. */
static void on_trace(void)
{
    if (traces++ == 1)
        write_counts();
    memset(counts, 0, (arg.high - arg.low) * sizeof(*counts));
    user = halts = dropped = 0;
}

/* ---- while it runs ---- */

static void on_kernel(unsigned cpu, void *data)
{
    uint64_t word = (uint64_t)(uintptr_t)data, at = word >> KIND_BITS;
    enum kind kind = word & (CALLED - 1);

    (void)cpu;
    if (word & CALLED)
        caller = last;
    if (kind == TRACE)
        on_trace();
    else if (kind == STUB)
        enter((at - (arg.stubs - arg.low)) / STUB_NBYTES);
    count(at);
    if (ending > 0 && --ending == 0)
        turn_on(at);
    if (kind == CLI)
        turn_off(at);
    else if (kind == CLI_FOR_CALLER)
        turn_off(caller);
    else if (kind == STI)
        ending = off ? BEHIND_STI : 0;
    else if (kind == HALT)
        halts++;
    else if (kind == RETURN && !was_off)
        turn_on(at);
    if (kind == RETURN)
        was_off = false;
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

    if (address >= arg.stubs && address < arg.stubs + STUBS * STUB_NBYTES &&
        address % STUB_NBYTES == 0)
        return STUB;
    if (address == arg.trace)
        return TRACE;
    if (nbytes == 1 && code[0] == 0xfa)
        return address - arg.lock < PROLOGUE || address - arg.hold < PROLOGUE ? CLI_FOR_CALLER
                                                                              : CLI;
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

        if (address == arg.lock || address == arg.hold)
            data |= CALLED;
        if (first < USER_END)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_user, PLUGIN_NO_REGISTERS, NULL);
        else if (at < arg.high - arg.low) /* not so at boot */
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_kernel, PLUGIN_NO_REGISTERS,
                                                   (void *)(uintptr_t)data);
    }
}

int qemu_plugin_install(uint64_t id, const struct plugin_info *info, int argc, char **argv)
{
    const struct argument names[] = {
        {"out", NULL, &arg.out},     {"low", &arg.low, NULL},   {"high", &arg.high, NULL},
        {"trace", &arg.trace, NULL}, {"lock", &arg.lock, NULL}, {"hold", &arg.hold, NULL},
        {"stubs", &arg.stubs, NULL},
    };

    take_interface(info);
    take_arguments(argc, argv, names, sizeof(names) / sizeof(*names));
    if (!arg.out || arg.low >= arg.high)
        fail("out=, low= and high= must be given", "");
    counts = calloc(arg.high - arg.low, sizeof(*counts));
    if (!counts)
        fail("no memory for the counters", "");
    call_at_translation(id, translated);
    return 0;
}
