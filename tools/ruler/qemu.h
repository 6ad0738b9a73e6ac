/*
 * What the ruler uses of the interface between QEMU and its TCG plugins, version 1 (QEMU 6.0 to
 * 8.x), in our own words: distributions do not package the header.  See QEMU's documentation,
 * "QEMU TCG Plugins".
 */
#ifndef RULER_QEMU_H
#define RULER_QEMU_H

#include <stddef.h>
#include <stdint.h>

#define PLUGIN_VERSION 1
#define EXPORT         __attribute__((visibility("default")))

struct qemu_plugin_tb;   /* a translated block, and */
struct qemu_plugin_insn; /* one of its instructions: both only good while it is being translated */

enum plugin_op { PLUGIN_ADD_U64 };
enum plugin_registers { PLUGIN_NO_REGISTERS };
enum plugin_access { PLUGIN_BOTH = 3 }; /* reads and writes: QEMU 7.2 mixes the two up */

typedef void plugin_on_translation(uint64_t id, struct qemu_plugin_tb *block);
typedef void plugin_on_execution(unsigned cpu, void *data);
typedef void plugin_on_access(unsigned cpu, uint32_t kind, uint64_t address, void *data);
typedef void plugin_on_exit(uint64_t id, void *data);

/* While QEMU starts: */
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, plugin_on_translation *func);
void qemu_plugin_register_atexit_cb(uint64_t id, plugin_on_exit *func, void *data);

/* In plugin_on_translation: */
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);

/* Calls func before each execution of a block, or of an instruction. */
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block, plugin_on_execution *func,
                                          enum plugin_registers registers, void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
                                            plugin_on_execution *func,
                                            enum plugin_registers registers, void *data);

/* Adds to *counter at each execution of the instruction, without a call. */
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn, enum plugin_op op,
                                                void *counter, uint64_t summand);

/* Calls func with the address of each access to memory that the instruction makes.  Not for
 * instructions that jump: QEMU 7.2 then goes on calling for what comes after. */
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, plugin_on_access *func,
                                      enum plugin_registers registers, enum plugin_access access,
                                      void *data);

#endif
