/*
 * The ruler for coverage: which of the kernel's instructions were executed?
 *
 * QEMU translates a block when it is about to run, and a block ends with the first jump.  So each
 * translated instruction was executed, except those behind an instruction that faulted and did not
 * return.  A block is translated once, and costs nothing later.  Any number of CPUs may run: they
 * only store ones.
 */
#include "plugin.h"

/* The arguments, each NAME=VALUE. */
static struct {
    uint64_t low, high; /* the kernel's text */
    const char
        *out; /* file for the result: a byte for each of the text's, 1 where an instruction was */
} arg;

static unsigned char *seen;

static void translated(struct qemu_plugin_tb *block)
{
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        uint64_t at = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, i)) - arg.low;

        if (at < arg.high - arg.low)
            seen[at] = 1;
    }
}

static void write_seen(void)
{
    FILE *file = fopen(arg.out, "w");

    if (!file || fwrite(seen, arg.high - arg.low, 1, file) != 1 || fclose(file) != 0)
        fail("cannot write ", arg.out);
}

int qemu_plugin_install(uint64_t id, const struct plugin_info *info, int argc, char **argv)
{
    const struct argument names[] = {
        {"out", NULL, &arg.out}, {"low", &arg.low, NULL}, {"high", &arg.high, NULL}};

    take_interface(info);
    take_arguments(argc, argv, names, sizeof(names) / sizeof(*names));
    if (!arg.out || arg.low >= arg.high)
        fail("out=, low= and high= must be given", "");
    seen = calloc(arg.high - arg.low, 1);
    if (!seen)
        fail("no memory for the result", "");
    call_at_translation(id, translated);
    call_at_exit(id, write_seen);
    return 0;
}
