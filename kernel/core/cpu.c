#include "core/cpu.h"
#include "core/spin.h"

struct cpu cpu_table[CPUS_MAX] = {[0 ... CPUS_MAX - 1] = {.unlocked = SPIN_FREE}};
uint32_t cpu_count = 1;
