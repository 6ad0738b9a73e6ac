/*
 * All of the ruler's plugins include this file.  It takes their arguments, prints errors, and knows
 * the versions of QEMU's plugin interface.
 */
#ifndef RULER_PLUGIN_H
#define RULER_PLUGIN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu.h"

EXPORT int qemu_plugin_version; /* of the interface that the plugin wants */
EXPORT int qemu_plugin_install(uint64_t id, const struct plugin_info *info, int argc, char **argv);

#define USER_END   (1ull << 47)
#define INSN_MAX   15 /* bytes in an instruction */
#define INTERFACES (sizeof(plugin_interfaces) / sizeof(*plugin_interfaces))

/* An argument of the plugin, NAME=VALUE: a number or a path; the other pointer is NULL. */
struct argument {
    const char *name;
    uint64_t *number;
    const char **path;
};

static _Noreturn void fail(const char *what, const char *which)
{
    fprintf(stderr, "ruler: %s%s\n", what, which);
    _Exit(126); /* exit would call QEMU's own handlers */
}

static void take_argument(const char *word, const struct argument *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(names[i].name);

        if (strncmp(word, names[i].name, length) != 0 || word[length] != '=')
            continue;
        if (names[i].path)
            *names[i].path = word + length + 1;
        else
            *names[i].number = strtoull(word + length + 1, NULL, 0);
        return;
    }
    fail("unknown argument ", word);
}

static void take_arguments(int argc, char **argv, const struct argument *names, size_t count)
{
    for (int i = 0; i < argc; i++)
        take_argument(argv[i], names, count);
}

/* ---- the interface's versions ---- */

static int interface; /* the version that QEMU speaks */

/* QEMU reads qemu_plugin_version before it calls the plugin.  Interface 7 has the same symbols as
 * 6, so QEMU's version decides which one to ask for. */
__attribute__((constructor)) static void set_version(void)
{
    struct plugin_version *is = qmp_query_version ? qmp_query_version(NULL) : NULL;

    for (size_t i = 0; i < INTERFACES; i++) {
        const struct plugin_interface *row = &plugin_interfaces[i];

        if (!is || is->qemu->major > row->major ||
            (is->qemu->major == row->major && is->qemu->minor >= row->minor))
            qemu_plugin_version = row->version;
    }
}

/* An unknown version is refused: its functions may have another meaning. */
static void take_interface(const struct plugin_info *info)
{
    char version[16];

    interface = info->version.newest;
    snprintf(version, sizeof(version), "%d", interface);
    if (interface > plugin_interfaces[INTERFACES - 1].version)
        fail("this QEMU is too new; take an older one (QEMU=FILE), or add a row to "
             "tools/ruler/qemu.h, for plugin interface ",
             version);
}

static void (*plugin_translated)(struct qemu_plugin_tb *block);

static void translated_1(uint64_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    plugin_translated(block);
}

static void translated_7(struct qemu_plugin_tb *block, void *data)
{
    (void)data;
    plugin_translated(block);
}

/* QEMU will call func for each block that it translates. */
static void call_at_translation(uint64_t id, void (*func)(struct qemu_plugin_tb *block))
{
    plugin_translated = func;
    qemu_plugin_register_vcpu_tb_trans_cb(
        id, interface < 7 ? (void *)translated_1 : (void *)translated_7, NULL);
}

/* QEMU will call func when it ends, with arguments that func ignores. */
static inline void call_at_exit(uint64_t id, void (*func)(void))
{
    qemu_plugin_register_atexit_cb(id, (void *)func, NULL);
}

/* Copies an instruction to a buffer of INSN_MAX bytes, and returns how many it has. */
static inline size_t insn_bytes(const struct qemu_plugin_insn *insn, void *buffer)
{
    size_t nbytes = qemu_plugin_insn_size(insn);
    uintptr_t result = qemu_plugin_insn_data(insn, buffer, INSN_MAX);

    if (interface < 3)
        memcpy(buffer, (const void *)result, nbytes);
    return nbytes;
}

/*
 * Counters, by their index.  The machine must have one CPU: with more, and -icount, QEMU 10.0 to
 * 11.1 computes another CPU's place on the scoreboard wrong, and ends.
 */
static uint64_t *plain_counters;
static struct qemu_plugin_scoreboard *board;

static inline void counters_new(size_t count)
{
    if (interface < 2)
        plain_counters = calloc(count, sizeof(*plain_counters));
    else
        board = qemu_plugin_scoreboard_new(count * sizeof(*plain_counters));
    if (!plain_counters && !board)
        fail("no memory for the counters", "");
}

/* Call it after the CPU has begun to run.  The address does not change. */
static inline uint64_t *counters(void)
{
    return board ? qemu_plugin_scoreboard_find(board, 0) : plain_counters;
}

/* Adds 1 at each execution of the instruction, after the functions that are called for it. */
static inline void count_inline(struct qemu_plugin_insn *insn, size_t index)
{
    struct plugin_counter counter = {board, index * sizeof(*plain_counters)};

    if (board)
        qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(insn, PLUGIN_ADD_U64, counter, 1);
    else
        qemu_plugin_register_vcpu_insn_exec_inline(insn, PLUGIN_ADD_U64, &plain_counters[index], 1);
}

#endif
