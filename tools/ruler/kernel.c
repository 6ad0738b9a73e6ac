/*
 * The ruler for the kernel's own profile: counts every instruction that the kernel executes, at its
 * own pc, as a tick of kprof(2) does (doc/tick.md, "How the kernel profiles itself").
 *
 * Not counted is what the clock's own interrupts execute: in them no tick can come.
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
    const char *out;
} arg;

/* What an instruction does beside being one. */
enum kind { PLAIN, TRACE, CLOCK, NMI, FAULT, STI, RETURN, HALT };
#define KIND_BITS 3

static uint64_t *counts;              /* by pc - arg.low */
static uint64_t user, halts, dropped; /* instructions; dropped are the clock's */
static uint64_t *last_count;          /* where the instruction before was counted */
static unsigned traces;               /* calls of arch_trace_alarm() so far */
static bool in_clock, in_nmi;

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
    user = halts = dropped = 0;
}

/* ---- while it runs ---- */

static void on_kernel(unsigned cpu, void *data)
{
    uint64_t word = (uint64_t)(uintptr_t)data, at = word >> KIND_BITS;
    enum kind kind = word & ((1u << KIND_BITS) - 1);

    (void)cpu;
    if (kind == TRACE)
        on_trace();
    if (kind == FAULT && last_count)
        --*last_count; /* what faulted is executed again */
    in_clock |= kind == CLOCK;
    in_nmi |= kind == NMI;
    last_count = in_clock || in_nmi ? &dropped : &counts[at];
    ++*last_count;
    halts += kind == HALT;
    if (kind != RETURN && kind != STI)
        return;
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
    }
}

int qemu_plugin_install(uint64_t id, const struct plugin_info *info, int argc, char **argv)
{
    const struct argument names[] = {
        {"out", NULL, &arg.out},     {"low", &arg.low, NULL},     {"high", &arg.high, NULL},
        {"trace", &arg.trace, NULL}, {"clock", &arg.clock, NULL}, {"nmi", &arg.nmi, NULL},
        {"fault", &arg.fault, NULL},
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
