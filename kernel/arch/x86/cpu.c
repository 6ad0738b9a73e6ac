/* Initialising a CPU: descriptor tables, features, the system call entry (Intel SDM 3, chapters 2,
 * 3, 6). */
#include "arch/x86/cpu.h"
#include "arch/x86/layout.h"
#include "arch/x86/registers.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "sched/thread.h"
#include <stddef.h>

_Static_assert(offsetof(struct cpu, self) == 0, "machine.h reads it at gs:0");
_Static_assert(offsetof(struct cpu, current) == CPU_CURRENT, "layout.h");
_Static_assert(offsetof(struct cpu, kernel_stack) == CPU_KERNEL_STACK, "layout.h");
_Static_assert(offsetof(struct cpu, user_stack) == CPU_USER_STACK, "layout.h");
_Static_assert(offsetof(struct thread, work) == THREAD_WORK, "layout.h");
_Static_assert(offsetof(struct thread, left_to_pc) == THREAD_LEFT_TO_PC, "layout.h");
_Static_assert(offsetof(struct trap_frame, rax) == FRAME_RAX, "layout.h");
_Static_assert(offsetof(struct trap_frame, rcx) == FRAME_RCX, "layout.h");
_Static_assert(offsetof(struct trap_frame, r11) == FRAME_R11, "layout.h");
_Static_assert(offsetof(struct trap_frame, vector) == FRAME_VECTOR, "layout.h");
_Static_assert(offsetof(struct trap_frame, rip) == FRAME_RIP, "layout.h");
_Static_assert(offsetof(struct trap_frame, cs) == FRAME_CS, "layout.h");
_Static_assert(offsetof(struct trap_frame, rflags) == FRAME_RFLAGS, "layout.h");
_Static_assert(offsetof(struct trap_frame, rsp) == FRAME_RSP, "layout.h");
_Static_assert(sizeof(struct trap_frame) == FRAME_BYTES, "layout.h");

#define CPUID_SMEP (1u << 7)  /* leaf 7, EBX */
#define CPUID_SMAP (1u << 20) /* the same */

#define IST_DOUBLE_FAULT  1
#define IST_NMI           2
#define VECTOR_BREAKPOINT 3

/* Interrupt gates, by the lowest privilege that may use INT n (Intel SDM 3, 6.12.1.2). */
#define GATE_KERNEL 0x8e
#define GATE_USER   0xee

struct gate {
    uint16_t offset_low, selector;
    uint8_t ist, type;
    uint16_t offset_mid;
    uint32_t offset_high, reserved;
};

struct table_pointer {
    uint16_t limit;
    uint64_t base;
} __attribute__((packed));

extern const uint8_t entry_stubs[]; /* in entry.S: 16 bytes of code for each vector */
void entry_syscall(void);
void entry_nmi(void);

static struct gate idt[256];
static uint8_t fault_stacks[CPUS_MAX][2][4096] __attribute__((aligned(16)));

static void idt_init(void)
{
    for (unsigned i = 0; i < 256; i++) {
        uint64_t entry = i == VECTOR_NMI ? (uint64_t)entry_nmi : (uint64_t)entry_stubs + i * 16;
        idt[i] = (struct gate){entry, KERNEL_CS, 0, GATE_KERNEL, entry >> 16, entry >> 32, 0};
    }
    idt[VECTOR_DOUBLE_FAULT].ist = IST_DOUBLE_FAULT;
    idt[VECTOR_NMI].ist = IST_NMI;
    idt[VECTOR_BREAKPOINT].type = GATE_USER; /* or INT3 would be a protection fault */
}

static void tables_load(struct cpu *cpu)
{
    struct machine_cpu *m = &cpu->machine;
    uint64_t tss = (uint64_t)&m->tss;
    m->gdt[1] = 0x00af9a000000ffff; /* KERNEL_CS */
    m->gdt[2] = 0x00cf92000000ffff; /* KERNEL_DS */
    m->gdt[3] = 0x00cff2000000ffff; /* USER_DS */
    m->gdt[4] = 0x00affa000000ffff; /* USER_CS */
    m->gdt[5] = 0x0000890000000000 | (sizeof(m->tss) - 1) | (tss & 0xffffff) << 16 |
                (tss >> 24 & 0xff) << 56;
    m->gdt[6] = tss >> 32;
    m->tss.ist[IST_DOUBLE_FAULT - 1] = (uint64_t)fault_stacks[cpu->id][0] + 4096;
    m->tss.ist[IST_NMI - 1] = (uint64_t)fault_stacks[cpu->id][1] + 4096;
    m->tss.iomap_base = sizeof(m->tss);

    struct table_pointer gdt_pointer = {sizeof(m->gdt) - 1, (uint64_t)m->gdt};
    struct table_pointer idt_pointer = {sizeof(idt) - 1, (uint64_t)idt};
    __asm__ volatile("lgdt %0" ::"m"(gdt_pointer));
    __asm__ volatile("lidt %0" ::"m"(idt_pointer));
    __asm__ volatile("ltr %w0" ::"r"(TSS_SELECTOR));
}

static void features_enable(void)
{
    uint32_t leaf = 7, subleaf = 0, ebx;
    __asm__ volatile("cpuid" : "+a"(leaf), "=b"(ebx), "+c"(subleaf)::"edx");
    if (!(ebx & CPUID_SMEP) || !(ebx & CPUID_SMAP))
        panic("this CPU has no SMEP or no SMAP: start QEMU with -cpu max");
    write_cr4(read_cr4() | CR4_PGE | CR4_OSFXSR | CR4_OSXMMEXCPT | CR4_SMEP | CR4_SMAP);

    wrmsr(MSR_STAR, (uint64_t)KERNEL_CS << 32 | (uint64_t)KERNEL_DS << 48);
    wrmsr(MSR_LSTAR, (uint64_t)entry_syscall);
    wrmsr(MSR_SFMASK, RFLAGS_IF | RFLAGS_DF | RFLAGS_TF | RFLAGS_NT | RFLAGS_AC);
}

void cpu_init(struct cpu *cpu)
{
    cpu->self = cpu;
    wrmsr(MSR_GS_BASE, (uint64_t)cpu);
    wrmsr(MSR_KERNEL_GS_BASE, 0);
    if (cpu->id == 0)
        idt_init();
    tables_load(cpu);
    features_enable();
}
