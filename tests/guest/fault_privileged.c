/* Privileged instructions, ports, software interrupts, and segment registers: each either ends the
 * process that tries or has no effect.  INVD and WBINVD are left out: QEMU 10 lets anybody execute
 * them, and does nothing. */
/* machine: cpus=2 */
#include "child.h"

static const struct attempt {
    const char *name;
    unsigned char code[16];
} attempts[] = {
    {"hlt", {0xf4}},
    {"cli", {0xfa}},
    {"sti", {0xfb}},
    {"in al, 0x60", {0xe4, 0x60}},
    {"in eax, dx", {0xed}},
    {"out dx, eax: the debug exit port", {0xef}},
    {"out 0xf4, al", {0xe6, 0xf4}},
    {"insb", {0x6c}},
    {"outsb", {0x6e}},
    {"rep outsd", {0xf3, 0x6f}},
    {"mov rax, cr0", {0x0f, 0x20, 0xc0}},
    {"mov cr0, rax", {0x0f, 0x22, 0xc0}},
    {"mov rax, cr2", {0x0f, 0x20, 0xd0}},
    {"mov cr3, rax", {0x0f, 0x22, 0xd8}},
    {"mov rax, cr3", {0x0f, 0x20, 0xd8}},
    {"mov cr4, rax", {0x0f, 0x22, 0xe0}},
    {"mov rax, cr8", {0x44, 0x0f, 0x20, 0xc0}},
    {"mov dr7, rax", {0x0f, 0x23, 0xf8}},
    {"mov rax, dr6", {0x0f, 0x21, 0xf0}},
    {"clts", {0x0f, 0x06}},
    {"lmsw ax", {0x0f, 0x01, 0xf0}},
    {"invlpg [rdi]", {0x0f, 0x01, 0x3f}},
    {"rdmsr", {0x0f, 0x32}},
    {"wrmsr", {0x0f, 0x30}},
    {"lgdt [rdi]", {0x0f, 0x01, 0x17}},
    {"lidt [rdi]", {0x0f, 0x01, 0x1f}},
    {"lldt ax", {0x0f, 0x00, 0xd0}},
    {"ltr ax", {0x0f, 0x00, 0xd8}},
    {"swapgs", {0x0f, 0x01, 0xf8}},
    {"sysret", {0x48, 0x0f, 0x07}},
    {"sysenter", {0x0f, 0x34}},
    {"sysexit", {0x48, 0x0f, 0x35}},
    {"stac", {0x0f, 0x01, 0xcb}},
    {"clac", {0x0f, 0x01, 0xca}},
    {"monitor", {0x0f, 0x01, 0xc8}},
    {"xsetbv", {0x0f, 0x01, 0xd1}},
    {"xgetbv", {0x0f, 0x01, 0xd0}},
    {"vmcall", {0x0f, 0x01, 0xc1}},
    {"vmrun", {0x0f, 0x01, 0xd8}},
    {"vpermilps without its prefix", {0x0f, 0x38, 0x0c, 0x00}},
    {"wrfsbase rax", {0xf3, 0x48, 0x0f, 0xae, 0xd0}},
    {"wrgsbase rax", {0xf3, 0x48, 0x0f, 0xae, 0xd8}},
    {"a kernel selector into ds", {0xb8, 0x10, 0, 0, 0, 0x8e, 0xd8}},
    {"a kernel selector into es", {0xb8, 0x10, 0, 0, 0, 0x8e, 0xc0}},
    {"a kernel selector into ss", {0xb8, 0x10, 0, 0, 0, 0x8e, 0xd0}},
    {"a kernel selector into fs", {0xb8, 0x10, 0, 0, 0, 0x8e, 0xe0}},
    {"a kernel selector into gs", {0xb8, 0x10, 0, 0, 0, 0x8e, 0xe8}},
    {"the task's selector into ds", {0xb8, 0x28, 0, 0, 0, 0x8e, 0xd8}},
    {"a selector of no table into ds", {0xb8, 0xf8, 0xff, 0, 0, 0x8e, 0xd8}},
    {"far return to the kernel's code", {0x6a, 0x08, 0x57, 0x48, 0xcb}},
    {"iretq to the kernel's code", {0x6a, 0x10, 0x57, 0x6a, 0x02, 0x6a, 0x08, 0x57, 0x48, 0xcf}},
    {"iretq to 16-bit stack", {0x6a, 0x00, 0x57, 0x6a, 0x02, 0x6a, 0x23, 0x57, 0x48, 0xcf}},
};
#define ATTEMPTS (sizeof(attempts) / sizeof(attempts[0]))

static unsigned char *code; /* a page that is executed */

/* Runs it with what would do harm in the registers: the exit port, kernel addresses. */
static void run(const unsigned char *bytes, size_t n)
{
    memcpy(code, bytes, n);
    code[n] = 0xc3; /* ret */
    CHECK_EQ(mprotect(code, PAGE_SIZE, PROT_READ | PROT_EXEC), 0);
    __asm__ volatile("call *%0" ::"r"(code), "a"(0x10), "c"(0xc0000082), "d"(0xf4),
                     "D"(0xffffffff80100000)
                     : "memory", "cc", "r11");
}

static void instructions(void)
{
    for (size_t i = 0; i < ATTEMPTS; i++) {
        size_t n = sizeof(attempts[i].code);
        while (attempts[i].code[n - 1] == 0)
            n--;
        int status = IN_CHILD(run(attempts[i].code, n));
        if (status != SIGSEGV && status != SIGILL)
            FAIL("%s: status 0x%x", attempts[i].name, status);
    }
}

static void interrupts(void)
{
    for (int vector = 0; vector < 256; vector++) {
        int status = IN_CHILD(run((unsigned char[]){0xcd, vector}, 2));
        if (status != (vector == 3 ? SIGTRAP : SIGSEGV))
            FAIL("int %d: status 0x%x", vector, status);
    }
}

/* POPF in a program changes neither the interrupt flag nor IOPL, silently; the flags that it can
 * set do no harm in the calls and ticks that follow. */
static void flags(void)
{
    uint64_t got;
    __asm__ volatile("pushf\n"
                     "andq $~0x200, (%%rsp)\n"
                     "orq $0x3000, (%%rsp)\n"
                     "popf\n"
                     "pushf\n"
                     "pop %0"
                     : "=r"(got)::"cc", "memory");
    CHECK_EQ(got & 0x3200, 0x200);
    __asm__ volatile("pushf\n"
                     "orq $0x44400, (%%rsp)\n" /* alignment check, nested task, direction */
                     "popf\n"
                     "mov $4, %%eax\n" /* getpid */
                     "syscall\n"
                     "mov $50000000, %%ecx\n"
                     "1: loop 1b\n"
                     "mov $1, %%eax\n" /* fork */
                     "syscall\n"
                     "pushf\n"
                     "pop %0\n"
                     "cld\n"
                     "pushq $2\n"
                     "popf"
                     : "=r"(got)::"rax", "rcx", "r11", "cc", "memory");
    CHECK_EQ(got & 0x44400, 0x44400);
}

/* And in the child that it forks on its way. */
static void flags_in_both(void)
{
    pid_t self = getpid();
    flags();
    int status = -1;
    if (getpid() == self)
        CHECK(wait(&status) > 0);
    else
        status = 0;
    CHECK_EQ(status, 0);
}

int main(void)
{
    code = (unsigned char *)map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE);
    CHECK_EQ(IN_CHILD(run((unsigned char[]){0x90}, 1)), 0); /* nop: this works at all */
    instructions();
    interrupts();
    CHECK_EQ(IN_CHILD(flags_in_both()), 0);
    return 0;
}
