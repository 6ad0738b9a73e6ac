/* While the kernel looks for hits in many counters that are 0, others have their turns. */
/* machine: det=1 cpus=1 */
#include "lateness.h"
#include "record.h"
#include <abi/elf.h>

#define PROGRAM "/tmp/touches"
#define TEXT    0x1000000 /* bytes, and as many of counters */
#define FIRST   0x7ffffe5fe000
#define END     0x7fffff5fe000 /* of the counters: the highest free place */
_Static_assert(END == 0x00007ffffffff000 - STACK_BYTES - ARG_MAX - PAGE_SIZE,
               "below the stack's guard page");
_Static_assert(FIRST == END - TEXT, "there is no gap");

/* A program that touches all of its record's counters, leaves them as they are, and exits. */
extern const char code[], code_end[];
#define STRING(x)   #x
#define VALUE(name) "$" STRING(name)
/* clang-format off */
__asm__(".pushsection .rodata\n"
        "code: movabsq " VALUE(FIRST) ", %rdi\n"
        "movabsq " VALUE(END) ", %rsi\n"
        "1: orb $0, (%rdi)\n"
        "addq $4096, %rdi\n"
        "cmpq %rsi, %rdi\n"
        "jb 1b\n"
        "xorl %edi, %edi\n"
        "xorl %eax, %eax\n" /* SYS_exit */
        "syscall\n"
        "code_end:\n"
        ".popsection\n");
/* clang-format on */

static void write_program(void)
{
    size_t n = code_end - code;
    const struct elf_header header = {.ident = ELF_IDENT,
                                      .type = ET_EXEC,
                                      .machine = EM_X86_64,
                                      .version = 1,
                                      .entry = 0x400000,
                                      .phoff = sizeof(header),
                                      .phentsize = sizeof(struct elf_segment),
                                      .phnum = 1};
    const struct elf_segment text = {.type = PT_LOAD,
                                     .flags = PF_R | PF_X,
                                     .offset = sizeof(header) + sizeof(text),
                                     .vaddr = 0x400000,
                                     .filesz = n,
                                     .memsz = TEXT};
    int fd = open(PROGRAM, O_CREAT | O_WRONLY, 0700);
    CHECK_EQ(write(fd, &header, sizeof(header)), sizeof(header));
    CHECK_EQ(write(fd, &text, sizeof(text)), sizeof(text));
    CHECK_EQ(write(fd, code, n), n);
    CHECK_EQ(close(fd), 0);
}

static void run_recorded(int fd)
{
    CHECK_EQ(profrecord(0, fd, PROF_RECORD_AT_EXEC), 0);
    BECOME(PROGRAM);
}

int main(void)
{
    int fd = records_open();
    write_program();
    CHECK_BESIDE(SLICE + MS, run_recorded(fd));
    const struct prof_record *r = records_only();
    CHECK_EQ(r->pr_high - r->pr_low, TEXT);
    CHECK(r->pr_nhits > 0);
    CHECK_EQ(unlink(PROGRAM), 0);
    return 0;
}
