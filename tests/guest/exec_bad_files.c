/* exec of files that are not programs: the right error, and the caller goes on.  The broken
 * ones are this program with single fields of its headers changed, or cut off. */
#include "child.h"
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>

#define FILE_MAX 200000

/* Offsets in the ELF header and in a program header (System V ABI 4.1, chapters 4 and 5). */
#define E_CLASS     4
#define E_DATA      5
#define E_VERSION   6
#define E_TYPE      16
#define E_MACHINE   18
#define E_VERSION2  20
#define E_ENTRY     24
#define E_PHOFF     32
#define E_PHENTSIZE 54
#define E_PHNUM     56
#define P_TYPE      0
#define P_FLAGS     4
#define P_OFFSET    8
#define P_VADDR     16
#define P_FILESZ    32
#define P_MEMSZ     40
#define HEADER      64
#define SEGMENT     56
#define PT_LOAD     1
#define PT_INTERP   3

static uint8_t self[FILE_MAX], file[FILE_MAX];
static size_t nbytes;

static uint64_t get(const uint8_t *at, int size)
{
    uint64_t value = 0;
    memcpy(&value, at, size);
    return value;
}

static void write_file(const void *data, size_t n, mode_t mode)
{
    unlink("/tmp/bad");
    int fd = open("/tmp/bad", O_CREAT | O_WRONLY | O_TRUNC, mode);
    CHECK(fd >= 0);
    CHECK_EQ(write(fd, data, n), n);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(chmod("/tmp/bad", mode), 0);
}

static int exec_it(void)
{
    char *argv[] = {"/tmp/bad", "child", NULL}, *none[] = {NULL};
    return execve("/tmp/bad", argv, none);
}

static void check_status(const void *data, size_t n, int error)
{
    write_file(data, n, 0755);
    int status = IN_CHILD(exec_it(); _exit(errno));
    if (status != error << 8)
        FAIL("a file of %zu bytes: status 0x%x, not 0x%x", n, status, error << 8);
}

/* With one field changed. */
static void check_field(size_t offset, int size, uint64_t value, int error)
{
    memcpy(file, self, nbytes);
    memcpy(file + offset, &value, size);
    write_file(file, nbytes, 0755);
    int status = IN_CHILD(exec_it(); _exit(errno));
    if (status != error << 8)
        FAIL("0x%llx at %zu: status 0x%x, not 0x%x", (unsigned long long)value, offset, status,
             error << 8);
}

static void header_fields(void)
{
    for (int i = 0; i < 4; i++)
        check_field(i, 1, 0, ENOEXEC);
    check_field(E_CLASS, 1, 1, ENOEXEC); /* 32 bits */
    check_field(E_DATA, 1, 2, ENOEXEC);  /* big-endian */
    check_field(E_VERSION, 1, 0, ENOEXEC);
    check_field(E_VERSION2, 4, 2, ENOEXEC);
    check_field(E_TYPE, 2, 1, ENOEXEC); /* an object file */
    check_field(E_TYPE, 2, 3, ENOEXEC); /* a shared object */
    check_field(E_MACHINE, 2, 3, ENOEXEC);
    check_field(E_PHENTSIZE, 2, 32, ENOEXEC);
    check_field(E_PHNUM, 2, 0, ENOEXEC);
    check_field(E_PHNUM, 2, 0xffff, ENOEXEC);
    check_field(E_PHOFF, 8, 4, ENOEXEC);
    check_field(E_PHOFF, 8, 4096, ENOEXEC);
    check_field(E_PHOFF, 8, nbytes, ENOEXEC);
    check_field(E_PHOFF, 8, UINT64_MAX - 7, ENOEXEC);
    check_field(E_ENTRY, 8, 0, ENOEXEC);
    check_field(E_ENTRY, 8, get(self + E_ENTRY, 8) + (1 << 30), ENOEXEC);
    check_field(E_ENTRY, 8, UINT64_MAX, ENOEXEC);
    check_field(E_ENTRY, 8, 0xffffffff80100000, ENOEXEC);
}

static void segment_fields(size_t at, bool is_first)
{
    uint64_t vaddr = get(self + at + P_VADDR, 8), memsz = get(self + at + P_MEMSZ, 8);
    uint64_t offset = get(self + at + P_OFFSET, 8), filesz = get(self + at + P_FILESZ, 8);
    static const uint64_t addresses[] = {
        0,
        PAGE_SIZE,
        0x7ffffffff000,
        0x800000000000,
        0xffff800000000000,
        0xffffffff80100000,
        UINT64_MAX - 4095,
    };
    for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++)
        check_field(at + P_VADDR, 8, addresses[i], ENOEXEC);
    if (!is_first)
        check_field(at + P_VADDR, 8, vaddr - 0x100000, ENOEXEC); /* into, or before, another */
    check_field(at + P_MEMSZ, 8, 0x7ffffffff000, ENOEXEC);
    check_field(at + P_MEMSZ, 8, UINT64_MAX - vaddr + 1, ENOEXEC);
    check_field(at + P_MEMSZ, 8, UINT64_MAX, ENOEXEC);
    check_field(at + P_FILESZ, 8, memsz + 1, ENOEXEC);
    check_field(at + P_FILESZ, 8, UINT64_MAX, ENOEXEC);
    if (filesz > 0) {
        check_field(at + P_OFFSET, 8, nbytes - filesz + 1, ENOEXEC);
        check_field(at + P_OFFSET, 8, nbytes + 1, ENOEXEC);
        check_field(at + P_OFFSET, 8, UINT64_MAX - offset, ENOEXEC);
        check_field(at + P_OFFSET, 8, INT64_MAX, ENOEXEC);
    }
    check_field(at + P_TYPE, 4, PT_INTERP, ENOEXEC);
    if (get(self + at + P_FLAGS, 4) & 1)
        check_field(at + P_FLAGS, 4, 4, ENOEXEC); /* the entry is not executable */
}

static void segments(void)
{
    bool is_first = true;
    for (unsigned i = 0; i < get(self + E_PHNUM, 2); i++) {
        size_t at = get(self + E_PHOFF, 8) + i * SEGMENT;
        if (get(self + at + P_TYPE, 4) != PT_LOAD)
            continue;
        segment_fields(at, is_first);
        is_first = false;
    }
    CHECK(!is_first);
}

static void not_programs(void)
{
    static const size_t cuts[] = {0, 1, 3, 4, 16, 63, 64, 65, 119, 120, 200, 4095, 4096, 8192};
    for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++)
        check_status(self, cuts[i], ENOEXEC);
    memset(file, 0, 5000);
    check_status(file, 5000, ENOEXEC);
    check_status("\177ELF", 4, ENOEXEC);
    check_status("echo hello\n", 11, ENOEXEC); /* a text: the shell runs it, not the kernel */

    char *argv[] = {"x", NULL};
    write_file(self, nbytes, 0644);
    CHECK_FAILS(exec_it(), EACCES);
    CHECK_FAILS(execve("/tmp", argv, NULL), EACCES);
    CHECK_FAILS(execve("/dev/null", argv, NULL), EACCES);
    CHECK_FAILS(execve("/tmp/nothing", argv, NULL), ENOENT);
    CHECK_FAILS(execve("", argv, NULL), ENOENT);
    CHECK_FAILS(execve("/tmp/bad/x", argv, NULL), ENOTDIR);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return 42;
    int fd = open(argv[0], O_RDONLY);
    nbytes = read(fd, self, sizeof(self));
    CHECK_IN(nbytes, 8193, sizeof(self) - 1);
    close(fd);
    check_status(self, nbytes, 42); /* unchanged it runs */
    not_programs();
    header_fields();
    segments();
    return 0;
}
