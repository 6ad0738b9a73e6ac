/* A program starts with zero in its registers and the default floating-point state, whatever its
 * predecessor left there.  It is this program with another entry, which records the registers and
 * jumps to the C library's. */
#include "child.h"
#include <fcntl.h>

#define COPY         "/tmp/fresh"
#define ENTRY_OFFSET 24 /* e_entry in the ELF header */

struct {
    uint64_t general[16]; /* rax rbx rcx rdx rsi rdi rbp rsp r8 ... r15 */
    uint8_t fx[512] __attribute__((aligned(16)));
} first;

extern char note_first[];
__asm__(".pushsection .text\n"
        ".globl note_first\n"
        "note_first: mov %rax, first\n"
        "mov %rbx, first + 8\n"
        "mov %rcx, first + 16\n"
        "mov %rdx, first + 24\n"
        "mov %rsi, first + 32\n"
        "mov %rdi, first + 40\n"
        "mov %rbp, first + 48\n"
        "mov %rsp, first + 56\n"
        "mov %r8, first + 64\n"
        "mov %r9, first + 72\n"
        "mov %r10, first + 80\n"
        "mov %r11, first + 88\n"
        "mov %r12, first + 96\n"
        "mov %r13, first + 104\n"
        "mov %r14, first + 112\n"
        "mov %r15, first + 120\n"
        "fxsave64 first + 128\n"
        "jmp _start\n"
        ".popsection\n");

static void make_copy(const char *from)
{
    static char buf[1 << 20];
    int in = open(from, O_RDONLY), out = open(COPY, O_CREAT | O_RDWR | O_TRUNC, 0755);
    ssize_t n = read(in, buf, sizeof(buf));
    uint64_t entry = (uintptr_t)note_first;
    CHECK_IN(n, 1001, (ssize_t)sizeof(buf) - 1);
    memcpy(buf + ENTRY_OFFSET, &entry, sizeof(entry));
    CHECK_EQ(write(out, buf, n), n);
    CHECK_EQ(close(in), 0);
    CHECK_EQ(close(out), 0);
}

static void spoil_and_exec(void)
{
    char *argv[] = {COPY, "new", NULL};
    uint32_t mxcsr = 0x3f80; /* round down */
    uint16_t fcw = 0x77f;
    __asm__ volatile("ldmxcsr %0\n"
                     "fldcw %1\n"
                     "fld1\n"
                     "pcmpeqd %%xmm0, %%xmm0\n"
                     "movaps %%xmm0, %%xmm15\n" ::"m"(mxcsr),
                     "m"(fcw)
                     : "xmm0", "xmm15");
    execve(COPY, argv, NULL);
    FAIL("exec: %s", strerror(errno));
}

static int be_new_program(int argc, char **argv)
{
    CHECK_EQ(offsetof(typeof(first), fx), 128);
    for (int i = 0; i < 16; i++)
        if (i < 3 || i == 6 || i > 7)
            CHECK_EQ(first.general[i], 0);
    CHECK_EQ(first.general[5], argc);
    CHECK_EQ(first.general[4], (uintptr_t)argv);
    CHECK_EQ(first.general[3], (uintptr_t)environ);
    CHECK_EQ(first.general[7], (uintptr_t)(argv - 1));
    CHECK_EQ(*(uint16_t *)first.fx, 0x37f);
    CHECK_EQ(first.fx[4], 0); /* x87 registers in use */
    CHECK_EQ(*(uint32_t *)(first.fx + 24), 0x1f80);
    for (int i = 160; i < 160 + 16 * 16; i++)
        CHECK_EQ(first.fx[i], 0);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return be_new_program(argc, argv);
    make_copy(argv[0]);
    CHECK_EQ(IN_CHILD(spoil_and_exec()), 0);
    return 0;
}
