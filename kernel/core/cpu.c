#include "core/cpu.h"

struct cpu cpu_table[CPUS_MAX];
uint32_t cpu_count = 1;
