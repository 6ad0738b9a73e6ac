/* A faulting instruction gets its signal, with the address; caught, it can be stepped over;
 * blocked, ignored or uncaught, it ends the process.  (SSE's exceptions are not here: QEMU knows
 * none.) */
#include "child.h"
#include <setjmp.h>

extern char fault_divide[], fault_illegal[], fault_break[], fault_store[], fault_privileged[],
    fault_interrupt[], fault_x87[], fault_step[], fault_stack[], fault_noncanonical[];

/* Each is one faulting instruction at the label, and a return.  An argument comes in rdi. */
void do_divide(void *), do_illegal(void *), do_break(void *), do_store(void *),
    do_privileged(void *), do_interrupt(void *), do_x87(void *), do_step(void *), do_stack(void *),
    do_noncanonical(void *);
__asm__(".pushsection .text\n"
        "do_divide: xor %edx, %edx\n"
        "xor %ecx, %ecx\n"
        "mov $1, %eax\n"
        "fault_divide: div %ecx\n"
        "ret\n"
        "do_illegal:\n"
        "fault_illegal: ud2\n"
        "ret\n"
        "do_break:\n"
        "int3\n"
        "fault_break: ret\n" /* a trap: the instruction is done */
        "do_step: pushf\n"
        "orl $0x100, (%rsp)\n" /* the trap flag: a trap after each instruction */
        "popf\n"
        "nop\n"
        "fault_step: ret\n"
        "do_store:\n"
        "fault_store: movb $1, (%rdi)\n"
        "ret\n"
        "do_privileged:\n"
        "fault_privileged: hlt\n"
        "ret\n"
        "do_interrupt:\n"
        "fault_interrupt: int $0x80\n"
        "ret\n"
        "do_stack: push %rbp\n"
        "mov %rdi, %rbp\n"
        "fault_stack: mov (%rbp), %eax\n"
        "pop %rbp\n"
        "ret\n"
        "do_noncanonical:\n"
        "fault_noncanonical: mov (%rdi), %eax\n"
        "ret\n"
        "do_x87: movw $0x33b, -8(%rsp)\n" /* all masked but division by zero */
        "fldcw -8(%rsp)\n"
        "fld1\n"
        "fldz\n"
        "fdivrp\n"
        "fault_x87: fwait\n"
        "ret\n"
        ".popsection\n");

static const struct fault {
    const char *name;
    void (*run)(void *);
    void *argument;
    int sig;
    char *pc;
    void *address; /* si_addr; NULL: the pc */
    int code;
} faults[] = {
    {"division", do_divide, NULL, SIGFPE, fault_divide, NULL, 1},
    {"ud2", do_illegal, NULL, SIGILL, fault_illegal, NULL, 1},
    {"int3", do_break, NULL, SIGTRAP, fault_break, NULL, 1},
    {"single step", do_step, NULL, SIGTRAP, fault_step, NULL, 1},
    {"null", do_store, (void *)0x18, SIGSEGV, fault_store, (void *)0x18, 1},
    {"text", do_store, fault_store, SIGSEGV, fault_store, fault_store, SEGV_ACCERR},
    {"kernel", do_store, (void *)0xffff800000001234, SIGSEGV, fault_store,
     (void *)0xffff800000001234, 1},
    {"hlt", do_privileged, NULL, SIGSEGV, fault_privileged, NULL, 1},
    {"int 0x80", do_interrupt, NULL, SIGSEGV, fault_interrupt, NULL, 1},
    {"x87", do_x87, NULL, SIGFPE, fault_x87, NULL, SI_KERNEL},
    {"stack segment", do_stack, (void *)0x800000000000, SIGSEGV, fault_stack, NULL, 1},
    {"no such address", do_noncanonical, (void *)0x8000000000000000, SIGSEGV, fault_noncanonical,
     NULL, 1},
};
#define FAULTS (sizeof(faults) / sizeof(faults[0]))

static sigjmp_buf back;
static siginfo_t got;
static uint64_t got_pc;

static void jump_back(int sig, siginfo_t *info, void *context)
{
    got = *info;
    got_pc = ((struct sigcontext *)context)->rip;
    siglongjmp(back, sig);
}

static void check_caught(const struct fault *f)
{
    set_handler(f->sig, jump_back, 0);
    for (volatile int i = 0; i < 2; i++) { /* the mask is put back by the jump */
        int sig = sigsetjmp(back, 1);
        if (sig == 0) {
            f->run(f->argument);
            FAIL("%s: no fault", f->name);
        }
        void *address = f->address ? f->address : f->pc;
        if (sig != f->sig || got.si_addr != address || got.si_code != f->code ||
            got_pc != (uint64_t)f->pc)
            FAIL("%s: signal %d, code %d, address %p (not %p), pc 0x%llx (not %p)", f->name, sig,
                 got.si_code, got.si_addr, address, (unsigned long long)got_pc, f->pc);
    }
    signal(f->sig, SIG_DFL);
}

static void check_ends(const struct fault *f)
{
    sigset_t set = 1u << f->sig;
    CHECK_KILLED(IN_CHILD(f->run(f->argument)), f->sig);
    CHECK_KILLED(IN_CHILD(signal(f->sig, SIG_IGN); f->run(f->argument)), f->sig);
    CHECK_KILLED(IN_CHILD(set_handler(f->sig, jump_back, 0); sigprocmask(SIG_BLOCK, &set, NULL);
                          f->run(f->argument)),
                 f->sig);
}

static int fixed;

/* A handler that repairs the cause and returns: the instruction is tried again. */
static void repair(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)context;
    fixed++;
    CHECK_EQ(mprotect((void *)((uintptr_t)info->si_addr & -PAGE_SIZE), PAGE_SIZE,
                      PROT_READ | PROT_WRITE),
             0);
}

static void step_over(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info;
    ((struct sigcontext *)context)->rip += 2; /* ud2's length */
    fixed++;
}

static void returning(void)
{
    char *memory = map_memory(10 * PAGE_SIZE, PROT_NONE);
    set_handler(SIGSEGV, repair, 0);
    for (int i = 0; i < 10; i++)
        memory[i * PAGE_SIZE + 100] = i;
    CHECK_EQ(fixed, 10);
    for (int i = 0; i < 10; i++)
        CHECK_EQ(memory[i * PAGE_SIZE + 100], i);
    set_handler(SIGILL, step_over, 0);
    do_illegal(NULL);
    CHECK_EQ(fixed, 11);
}

int main(void)
{
    for (size_t i = 0; i < FAULTS; i++) {
        check_caught(&faults[i]);
        check_ends(&faults[i]);
    }
    returning();
    return 0;
}
