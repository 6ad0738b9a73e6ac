/* sigreturn with any frame at all: the program goes on in user mode or is killed; the kernel and
 * all other processes go on. */
#include "child.h"

#define SYS_SIGRETURN "22"
#define ROUNDS        300

static struct sigframe frame;
static char stack[65536] __attribute__((aligned(16)));
static uint64_t landed_flags;
static uint32_t landed_mxcsr;

/* As if a handler were returning to a stack on which the frame lies. */
static _Noreturn void return_to(void *sp)
{
    __asm__ volatile("mov %0, %%rsp\n"
                     "mov $" SYS_SIGRETURN ", %%eax\n"
                     "syscall\n" ::"r"((char *)sp + 8));
    __builtin_unreachable();
}

static void landed_here(void)
{
    __asm__ volatile("pushf\n"
                     "pop %0\n"
                     "cld\n"
                     "stmxcsr %1\n"
                     : "=r"(landed_flags), "=m"(landed_mxcsr));
    CHECK_EQ(landed_flags & 0x3000, 0);    /* IOPL 0: no port can be used */
    CHECK_EQ(landed_flags & 0x200, 0x200); /* interrupts on */
    CHECK_EQ(landed_flags & 0x20000, 0);
    CHECK_EQ(landed_mxcsr & 0xffff0000, 0);
    sigset_t set;
    CHECK_EQ(sigprocmask(SIG_BLOCK, NULL, &set), 0);
    CHECK_EQ(set & (1u << SIGKILL | 1), 0);
    _exit(55);
}

static void make_frame(void)
{
    memset(&frame, 0, sizeof(frame));
    __asm__ volatile("fxsave64 %0" : "=m"(frame.sf_fpu));
    frame.sf_context.rip = (uint64_t)landed_here;
    frame.sf_context.rsp = (uint64_t)stack + sizeof(stack) - 8;
}

static void check_lands(void)
{
    CHECK_EQ(IN_CHILD(return_to(&frame)), 55 << 8);
}

static void wild_values(void)
{
    static const uint64_t wild[] = {
        0,
        8,
        0x7fffffffefff,
        0x7ffffffff000,
        0x7fffffffffff,
        0x800000000000,
        0xffff7fffffffffff,
        0xffff800000000000,
        0xffffffff80100000,
        0xffffffffffffffff,
    };
    for (size_t i = 0; i < sizeof(wild) / sizeof(wild[0]); i++) {
        make_frame();
        frame.sf_context.rip = wild[i];
        CHECK_KILLED(IN_CHILD(return_to(&frame)), SIGSEGV);
        make_frame();
        frame.sf_context.rsp = wild[i]; /* the first push faults, but on the real stack */
        int status = IN_CHILD(return_to(&frame));
        CHECK(status ==
              (wild[i] >> 12 == 0x7fffffffe || wild[i] == 0x7ffffffff000 ? 55 << 8 : SIGSEGV));
        CHECK_KILLED(IN_CHILD(return_to((void *)wild[i])), SIGSEGV);
        make_frame();
        memset(&frame.sf_context, (int)wild[i], offsetof(struct sigcontext, rip));
        check_lands();
    }
    make_frame();
    frame.sf_context.rflags = ~0x100ull; /* all but the trap flag */
    frame.sf_mask = ~0u;
    memset(frame.sf_fpu, 0xff, sizeof(frame.sf_fpu));
    check_lands();
    make_frame();
    frame.sf_context.rflags = 0;
    memset(frame.sf_fpu, 0, sizeof(frame.sf_fpu));
    check_lands();
    make_frame();
    frame.sf_context.rflags = 0x100;
    CHECK_KILLED(IN_CHILD(return_to(&frame)), SIGTRAP);
    make_frame();
    CHECK_EQ(IN_CHILD(memcpy(stack + 3, &frame, sizeof(frame)); return_to(stack + 3)), 55 << 8);
}

/* Pseudo-random bytes (a linear congruential generator). */
static void noise(uint64_t seed)
{
    uint8_t *bytes = (uint8_t *)&frame;
    for (size_t i = 0; i < sizeof(frame); i++) {
        seed = seed * 6364136223846793005 + 1442695040888963407;
        bytes[i] = seed >> 56;
    }
}

static void noisy_frames(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        noise(i);
        if (i % 3 == 1)
            frame.sf_context.rip = (uint64_t)landed_here;
        if (i % 3 == 2)
            frame.sf_context.rsp = (uint64_t)stack + sizeof(stack) - 8;
        int status = IN_CHILD(return_to(&frame));
        CHECK(WIFSIGNALED(status) || WEXITSTATUS(status) == 55);
    }
}

int main(void)
{
    make_frame();
    check_lands();
    wild_values();
    noisy_frames();
    return 0;
}
