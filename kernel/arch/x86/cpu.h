/* Initialising a CPU. */
#ifndef X86_CPU_H
#define X86_CPU_H

struct cpu;

/* This CPU's descriptor tables, features and system call entry. */
void cpu_init(struct cpu *cpu);

#endif
