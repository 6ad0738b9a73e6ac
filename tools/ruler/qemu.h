/*
 * The ruler's part of the interface between QEMU and its TCG plugins, in our own words:
 * distributions do not package the header.  See QEMU's documentation, "QEMU TCG Plugins".  Where
 * the versions differ, plugins call a function of plugin.h.
 */
#ifndef RULER_QEMU_H
#define RULER_QEMU_H

#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))
#define WEAK   __attribute__((weak)) /* NULL in a QEMU without this function */

/* The versions of the interface, and the first QEMU that has each. */
static const struct plugin_interface {
    int version, major, minor;
} plugin_interfaces[] = {
    {1, 6, 0},  {2, 9, 0}, /* counters are on a scoreboard, which has an entry for each CPU */
    {3, 9, 1},             /* qemu_plugin_insn_data() copies */
    {4, 9, 2},  {5, 10, 1},
    {6, 11, 0}, {7, 11, 1}, /* callbacks get data, and no longer the plugin's id */
};

/* The beginning of QEMU's description of itself. */
struct plugin_info {
    const char *target;
    struct {
        int oldest, newest; /* versions of the interface that QEMU speaks */
    } version;
};

struct plugin_version {
    struct {
        int64_t major, minor, micro;
    } *qemu;
};

/* Not of the interface, but QEMU exports it for its modules. */
WEAK struct plugin_version *qmp_query_version(void **error);

struct qemu_plugin_tb;   /* a translated block, and */
struct qemu_plugin_insn; /* one of its instructions: both only good while it is being translated */

enum plugin_op { PLUGIN_ADD_U64 };
enum plugin_registers { PLUGIN_NO_REGISTERS };
enum plugin_access { PLUGIN_BOTH = 3 }; /* reads and writes: QEMU 7.2 mixes the two up */

/* cpu: in QEMU 10.0 to 11.1 with -icount it may be the CPU for which the block was translated, and
 * not the CPU that runs. */
typedef void plugin_on_execution(unsigned cpu, void *data);
typedef void plugin_on_access(unsigned cpu, uint32_t kind, uint64_t address, void *data);

/* While QEMU starts.  Before version 7 the first has no data. */
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void *func, void *data);
void qemu_plugin_register_atexit_cb(uint64_t id, void *func, void *data);

/* While a block is translated: */
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);

/* Copies at most nbytes to buffer, and returns how many.  Before version 3 it has only the first
 * parameter, and returns a pointer to the bytes. */
uintptr_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *buffer, size_t nbytes);

/* Calls func before each execution of a block, or of an instruction. */
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block, plugin_on_execution *func,
                                          enum plugin_registers registers, void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
                                            plugin_on_execution *func,
                                            enum plugin_registers registers, void *data);

/* Calls func with the address of each access to memory that the instruction makes.  Not for
 * instructions that jump: QEMU 7.2 then also calls func for the instructions behind them. */
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, plugin_on_access *func,
                                      enum plugin_registers registers, enum plugin_access access,
                                      void *data);

/* Version 1: adds to *counter at each execution of the instruction, without a call. */
WEAK void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
                                                     enum plugin_op op, void *counter,
                                                     uint64_t summand);

/* Since version 2: the same, to a counter on a scoreboard.  A CPU must run before its counters can
 * be found. */
struct qemu_plugin_scoreboard;

struct plugin_counter {
    struct qemu_plugin_scoreboard *board;
    size_t offset;
};

WEAK struct qemu_plugin_scoreboard *qemu_plugin_scoreboard_new(size_t nbytes);
WEAK void *qemu_plugin_scoreboard_find(struct qemu_plugin_scoreboard *board, unsigned cpu);
WEAK void qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(struct qemu_plugin_insn *insn,
                                                              enum plugin_op op,
                                                              struct plugin_counter counter,
                                                              uint64_t summand);

#endif
