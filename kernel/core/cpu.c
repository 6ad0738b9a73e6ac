#include "core/cpu.h"

struct cpu cpus[CPUS_MAX];
uint32_t cpu_count = 1;
