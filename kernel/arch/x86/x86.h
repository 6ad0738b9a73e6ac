/* x86-64: registers and privileged instructions, and the declarations that arch/x86/ shares. */
#ifndef X86_X86_H
#define X86_X86_H

#include "arch/arch.h"
#include "arch/device.h"
#include "arch/x86/layout.h"
#include "core/cpu.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Model-specific registers (Intel SDM 4). */
#define MSR_STAR           0xc0000081
#define MSR_LSTAR          0xc0000082
#define MSR_SFMASK         0xc0000084
#define MSR_FS_BASE        0xc0000100
#define MSR_GS_BASE        0xc0000101
#define MSR_KERNEL_GS_BASE 0xc0000102

#define CR0_MP         0x2
#define CR0_EM         0x4
#define CR0_NE         0x20 /* x87 errors are exceptions, not an interrupt of the old PC */
#define CR0_WP         0x10000
#define CR4_PGE        0x80
#define CR4_OSFXSR     0x200
#define CR4_OSXMMEXCPT 0x400
#define CR4_UMIP       0x800
#define CR4_SMEP       0x100000
#define CR4_SMAP       0x200000

#define RFLAGS_FIXED 0x2
#define RFLAGS_TF    0x100
#define RFLAGS_IF    0x200
#define RFLAGS_DF    0x400
#define RFLAGS_NT    0x4000
#define RFLAGS_AC    0x40000
#define RFLAGS_USER  0x240cd5 /* what a program may set: CF PF AF ZF SF DF OF AC ID */

static inline uint64_t rdmsr(uint32_t msr)
{
    uint32_t low, high;
    __asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(msr));
    return (uint64_t)high << 32 | low;
}

static inline void wrmsr(uint32_t msr, uint64_t value)
{
    __asm__ volatile("wrmsr" ::"c"(msr), "a"((uint32_t)value), "d"((uint32_t)(value >> 32)));
}

static inline uint64_t rdtsc(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

#define DEFINE_CR(n)                                                 \
    static inline uint64_t read_cr##n(void)                          \
    {                                                                \
        uint64_t value;                                              \
        __asm__ volatile("mov %%cr" #n ", %0" : "=r"(value));        \
        return value;                                                \
    }                                                                \
    static inline void write_cr##n(uint64_t value)                   \
    {                                                                \
        __asm__ volatile("mov %0, %%cr" #n ::"r"(value) : "memory"); \
    }
DEFINE_CR(0)
DEFINE_CR(2)
DEFINE_CR(3)
DEFINE_CR(4)

struct cpuid {
    uint32_t eax, ebx, ecx, edx;
};

static inline struct cpuid cpuid(uint32_t leaf, uint32_t subleaf)
{
    struct cpuid r;
    __asm__ volatile("cpuid"
                     : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
                     : "a"(leaf), "c"(subleaf));
    return r;
}

/* cpu.c: this CPU's descriptor tables, features and system call entry. */
void cpu_init(struct cpu *cpu);
void cpu_set_kernel_stack(struct cpu *cpu, uint64_t top);

/* paging.c */
void paging_init(uint64_t memory_end); /* builds and loads the kernel's own tables */
void paging_protect_kernel(void);      /* code read-only, data not executable */
uint64_t paging_kernel_root(void);     /* physical */
/* Maps data pages side by side, all under one lowest-level table: 0, or -ENOMEM with none mapped.
 */
int paging_map_stack(uint64_t addr, void *pages[], unsigned npages);

/* A list of pages and tables that are no longer mapped but may still be in a TLB; linked through
 * the pages themselves. */
struct page_chain {
    struct page_chain *next; /* page aligned: as an entry of a table it is not present */
};

/* Unmaps a stack's pages and adds them to the chain; frees a chain's pages and returns how many. */
struct page_chain *paging_unmap_stack(uint64_t addr, unsigned npages, struct page_chain *chain);
size_t paging_free_chain(struct page_chain *chain);
uint64_t boot_pages_end(void); /* the first physical byte after all arch_boot_pages() */

/* stack.c: the first byte past a kernel stack; whether addr is in the guard pages of a slot. */
void *stack_top(const void *stack);
bool stack_is_guard(uint64_t addr);

/* tlb.c: handles another CPU's request. */
void tlb_interrupt(void);

/* Flushes all mappings of kernel stacks from the TLBs of all CPUs.  Interrupts on; may sleep. */
void tlb_flush_kernel(void);

/* acpi.c: facts from the firmware's tables.  rsdp: the root pointer's physical address, from the
 * loader. */
struct acpi_facts {
    uint64_t local_apic;
    uint32_t ncpus;
    uint32_t apic_id[CPUS_MAX]; /* [0] is not necessarily the boot CPU */
    uint64_t ioapic;
    uint32_t ioapic_gsi_base;
    uint32_t isa_gsi[16];            /* the IOAPIC input of each ISA interrupt */
    uint16_t isa_flags[16];          /* polarity and trigger (ACPI 6.4, table 5.26) */
    uint64_t pmem_start, pmem_bytes; /* 0, 0: no persistent memory */
};
extern struct acpi_facts acpi;
void acpi_init(uint64_t rsdp);

/* apic.c */
void apic_init(void);     /* boot CPU: maps it, masks the old PIC, IOAPIC */
void apic_init_cpu(void); /* each CPU */
void apic_end_interrupt(void);
void apic_send(uint32_t apic_id, uint8_t vector);
void apic_send_nmi_others(void);
void apic_start_cpu(uint32_t apic_id, uint32_t code_phys);
void apic_device_interrupt(unsigned vector);
uint32_t apic_timer_count(void);
void apic_timer_start(uint32_t count);

/* tsc.c: calibrates the clocks against the PIT. */
void tsc_init(void);
extern uint64_t boot_tsc; /* at the kernel's first instruction; set by boot.S */

/* entry.S, boot.S */
extern uint64_t trap_stubs[];
void syscall_entry(void);
void arch_return_to_user(void);
extern char return_to_user_end[];
extern char trampoline_start[], trampoline_end[];
extern uint64_t trampoline_root, trampoline_stack, trampoline_cpu;

#endif
