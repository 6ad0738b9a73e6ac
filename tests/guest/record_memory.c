/* Memory that runs out, or is not enough for counters: the program is not recorded, or not to its
 * end, and its record says so; it ends as it would without. */
/* machine: det=1 cpus=2 mem=24M */
#include "filler.h"
#include "record.h"
#include <abi/elf.h>

#define HUGE_PROGRAM "/tmp/huge"

/* A program with so much text that the address space has no room for as many counters.  It exits
 * with 7. */
static void make_huge(void)
{
    struct {
        struct elf_header header;
        struct elf_segment segment;
        uint8_t code[16];
    } file = {
        .header = {.ident = ELF_IDENT,
                   .type = ET_EXEC,
                   .machine = EM_X86_64,
                   .version = 1,
                   .entry = 0x400000 + offsetof(typeof(file), code),
                   .phoff = offsetof(typeof(file), segment),
                   .ehsize = sizeof(struct elf_header),
                   .phentsize = sizeof(struct elf_segment),
                   .phnum = 1},
        .segment = {.type = PT_LOAD,
                    .flags = PF_R | PF_X,
                    .vaddr = 0x400000,
                    .filesz = sizeof(file),
                    .memsz = 80ull << 40,
                    .align = PAGE_SIZE},
        .code = {0xb8, 0, 0, 0, 0, /* mov $SYS_exit, %eax */
                 0xbf, 7, 0, 0, 0, /* mov $7, %edi */
                 0x0f, 0x05},      /* syscall */
    };
    int fd = open(HUGE_PROGRAM, O_CREAT | O_WRONLY | O_TRUNC, 0755);
    CHECK_EQ(write(fd, &file, sizeof(file)), sizeof(file));
    CHECK_EQ(close(fd), 0);
}

static void no_room(void)
{
    int fd = records_open();
    int status = IN_CHILD(CHECK_EQ(IN_CHILD(prof_burn_alone(5)), 0);
                          CHECK_EQ(profrecord(0, fd, PROF_RECORD_AT_EXEC | PROF_RECORD_EXECS), 0);
                          BECOME(HUGE_PROGRAM));
    CHECK_EQ(WEXITSTATUS(status), 7);
    CHECK_EQ(close(fd), 0);
    const struct prof_record *r = records_only();
    CHECK_EQ(r->pr_end, PROF_END_NOMEM);
    CHECK_EQ(r->pr_status, 0);
    CHECK_STR(record_path(r), HUGE_PROGRAM);
    CHECK_EQ(r->pr_stat.ps_user + r->pr_stat.ps_system, 0);
    CHECK_EQ(r->pr_child_user + r->pr_child_system, 0); /* of its child's ticks, all before */
}

/* The kernel ends it, as memory is out: that is an end like any other. */
static void killed(void)
{
    int fd = records_open();
    int status = IN_CHILD(CHECK_EQ(profrecord(0, fd, 0), 0); prof_burn_alone(5);
                          volatile char *p = map_memory(1 << 30, PROT_READ | PROT_WRITE);
                          for (size_t i = 0;; i += PAGE_SIZE) p[i] = 1);
    CHECK_KILLED(status, SIGKILL);
    CHECK_EQ(close(fd), 0);
    const struct prof_record *r = records_only();
    CHECK_EQ(r->pr_end, PROF_END_EXIT);
    CHECK_EQ(r->pr_status, status);
    CHECK(record_ticks_at(r, SPIN_PC) > 0);
}

/* No page is left for the first counter. */
static void no_page(int fd)
{
    filler = map_memory(64 << 20, PROT_READ | PROT_WRITE);
    zero = open("/dev/zero", O_RDONLY);
    CHECK_EQ(profrecord(0, fd, 0), 0);
    CHECK_EQ(profrecord(0, -1, 0), 0);
    size_t n = use_pages(0, (64 << 20) / PAGE_SIZE);
    CHECK(n < (64 << 20) / PAGE_SIZE);
    use_rest();
    CHECK_EQ(profrecord(0, fd, 0), 0);
    prof_burn_alone(10);
    free_pages(0, n);
}

static void not_counted(void)
{
    int fd = records_open();
    CHECK_EQ(IN_CHILD(no_page(fd)), 0);
    CHECK_EQ(close(fd), 0);
    struct records records = records_read();
    CHECK_EQ(records_next(&records)->pr_end, PROF_END_CALL);
    const struct prof_record *r = records_next(&records);
    CHECK_EQ(r->pr_end, PROF_END_EXIT);
    CHECK_EQ(r->pr_stat.ps_reason, PROF_FAULT);
    CHECK_EQ(r->pr_stat.ps_user + r->pr_stat.ps_system, 0);
    CHECK(!records_next(&records));
}

int main(void)
{
    make_huge();
    no_room();
    killed();
    not_counted();
    return 0;
}
