/*
 * Whatever a file contains, exec of it fails with an error, or it runs and ends: the machine goes
 * on, and has its memory back.
 *
 *     fuzz_elf [SEED [ROUNDS]]
 *
 * A round takes a program, changes some fields of its headers or some bytes, mostly of the first
 * page, or cuts the file off, and execs it; in every fourth round another process writes to the
 * file meanwhile.  All of a round follows from its seed, which it writes to the log; the next
 * round has the next one.
 */
/* machine: cpus=2 */
#include "child.h"
#include "splitmix.h"
#include <abi/elf.h>
#include <abi/gmon.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define FILE_MAX     (256 << 10)
#define PATH         "/tmp/fuzz_elf"
#define RUN_US       20000 /* that a program may run */

static const char *const programs[] = {"/bin/true", "/bin/cat", "/bin/primes", "/t/exec_ends"};
static uint64_t random_state;
static uint8_t file[FILE_MAX];
static size_t nbytes;

static uint64_t below(uint64_t n)
{
    return splitmix_next(&random_state) % n;
}

/* What makes sums overflow, or lies on one side of a limit or the other. */
static uint64_t any_value(uint64_t old)
{
    static const uint64_t values[] = {0,
                                      1,
                                      7,
                                      16,
                                      PAGE_SIZE - 1,
                                      PAGE_SIZE,
                                      PAGE_SIZE + 1,
                                      0xffff,
                                      0x10000,
                                      0x400000,
                                      0x401000,
                                      0x7fffffff,
                                      0x80000000,
                                      0xffffffff,
                                      1ul << 32,
                                      0x7ffffffde000,
                                      0x7fffffffefff,
                                      0x7ffffffff000,
                                      0x800000000000,
                                      0xffff800000000000,
                                      INT64_MAX,
                                      (uint64_t)INT64_MIN,
                                      -4096ul,
                                      UINT64_MAX};
    switch (below(5)) {
    case 0:
        return old + below(9) - 4;
    case 1:
        return old + (below(9) - 4) * PAGE_SIZE;
    case 2:
        return old ^ 1ul << below(64);
    case 3:
        return splitmix_next(&random_state) >> below(64);
    default:
        return values[below(COUNT(values))];
    }
}

static void change_field(size_t at, size_t size)
{
    uint64_t value = 0;
    if (at + size > nbytes)
        return;
    memcpy(&value, file + at, size);
    value = any_value(value);
    memcpy(file + at, &value, size);
}

#define FIELD(type, field) {offsetof(struct type, field), sizeof(((const struct type *)0)->field)}

static void change_header(void)
{
    static const struct {
        uint16_t at, size;
    } fields[] = {FIELD(elf_header, type),      FIELD(elf_header, machine),
                  FIELD(elf_header, version),   FIELD(elf_header, entry),
                  FIELD(elf_header, phoff),     FIELD(elf_header, phnum),
                  FIELD(elf_header, phentsize), FIELD(elf_header, phnum),
                  FIELD(elf_header, entry),     FIELD(elf_header, phoff)};
    unsigned i = below(COUNT(fields));
    change_field(fields[i].at, fields[i].size);
}

static void change_segment(void)
{
    static const struct {
        uint16_t at, size;
    } fields[] = {FIELD(elf_segment, type),  FIELD(elf_segment, flags),  FIELD(elf_segment, offset),
                  FIELD(elf_segment, vaddr), FIELD(elf_segment, filesz), FIELD(elf_segment, memsz),
                  FIELD(elf_segment, vaddr), FIELD(elf_segment, memsz),  FIELD(elf_segment, align)};
    unsigned i = below(COUNT(fields));
    size_t segment = sizeof(struct elf_header) + below(7) * sizeof(struct elf_segment);
    change_field(segment + fields[i].at, fields[i].size);
}

/* One segment becomes another kind's, or gets what another one has. */
static void swap_segments(void)
{
    static const uint32_t types[] = {0, PT_LOAD, PT_INTERP, PT_NOTE, PT_TLS, 0x6474e551};
    uint8_t *segments = file + sizeof(struct elf_header);
    struct elf_segment a, b;
    size_t i = below(7) * sizeof(a), j = below(7) * sizeof(a);
    memcpy(&a, segments + i, sizeof(a));
    memcpy(&b, segments + j, sizeof(b));
    if (below(2))
        b.type = types[below(COUNT(types))];
    memcpy(segments + i, &b, sizeof(b));
    if (below(2))
        memcpy(segments + j, &a, sizeof(a));
}

/* A note where the kernel looks for gcrt0's, whose sizes may be anything. */
static void add_note(void)
{
    struct elf_segment segment = {
        .type = PT_NOTE, .flags = PF_R, .offset = below(PAGE_SIZE), .filesz = below(2 * PAGE_SIZE)};
    struct elf_note note = {
        .namesz = any_value(sizeof(GMON_NOTE_NAME)), .descsz = any_value(0), .type = GMON_NOTE_PG};
    memcpy(file + sizeof(struct elf_header) + below(7) * sizeof(segment), &segment,
           sizeof(segment));
    memcpy(file + segment.offset, &note, sizeof(note));
}

static void change_bytes(void)
{
    size_t limit =
        below(4) ? sizeof(struct elf_header) + 7 * sizeof(struct elf_segment) : PAGE_SIZE;
    for (unsigned n = 1 + below(8); n > 0; n--)
        file[below(limit)] = splitmix_next(&random_state);
}

static void read_program(const char *path)
{
    int fd = open(path, O_RDONLY);
    CHECK(fd >= 0);
    memset(file, 0, sizeof(file));
    nbytes = 0;
    for (ssize_t n; (n = read(fd, file + nbytes, sizeof(file) - nbytes)) > 0;)
        nbytes += n;
    CHECK(nbytes > PAGE_SIZE);
    CHECK_EQ(close(fd), 0);
}

static void change_program(void)
{
    static void (*const ways[])(void) = {change_header, change_segment, change_segment,
                                         swap_segments, add_note,       change_bytes};
    read_program(programs[below(COUNT(programs))]);
    for (unsigned n = 1 + below(4); n > 0; n--)
        ways[below(COUNT(ways))]();
    if (below(8) == 0)
        nbytes = below(2) ? below(nbytes) : below(600);
}

static void write_program(void)
{
    int fd = open(PATH, O_CREAT | O_WRONLY | O_TRUNC, 0755);
    CHECK(fd >= 0);
    CHECK_EQ(write(fd, file, nbytes), nbytes);
    CHECK_EQ(close(fd), 0);
}

/* Until the other side of the pipe is closed: the file is shorter, empty, whole again. */
static void disturb(int pipe_out)
{
    for (;;) {
        truncate(PATH, below(nbytes + 1));
        write_program();
        write(pipe_out, "", 1);
    }
}

/* The error of exec, or 0: it has worked. */
static int exec_program(void)
{
    int fds[2], error = 0, status;
    CHECK_EQ(pipe(fds), 0);
    CHECK_EQ(fcntl(fds[1], F_SETFD, FD_CLOEXEC), 0);
    pid_t pid = START_CHILD({
        static char *const argv[] = {PATH, NULL}, *const none[] = {NULL};
        struct itimerval limit = {.it_value = {.tv_usec = RUN_US}};
        int null = open("/dev/null", O_RDWR);
        for (int fd = 0; fd < 3; fd++)
            dup2(null, fd);
        setitimer(ITIMER_REAL, &limit, NULL);
        execve(PATH, argv, none);
        error = errno;
        write(fds[1], &error, sizeof(error));
    });
    CHECK_EQ(close(fds[1]), 0);
    CHECK(read(fds[0], &error, sizeof(error)) >= 0);
    CHECK_EQ(close(fds[0]), 0);
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    return error;
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
    unsigned long rounds = argc > 2 ? strtoul(argv[2], NULL, 0) : 200, started = 0, refused = 0;
    for (unsigned long i = 0; i < rounds; i++) {
        fprintf(stderr, "seed %lu\n", seed + i);
        random_state = (seed + i) * 0xd1342543de82ef95;
        change_program();
        write_program();
        bool alone = below(4) != 0;
        int fds[2];
        CHECK_EQ(pipe(fds), 0);
        pid_t other = alone ? 0 : START_CHILD(close(fds[0]); disturb(fds[1]));
        int error = exec_program();
        CHECK_EQ(close(fds[0]), 0);
        CHECK_EQ(close(fds[1]), 0);
        if (!alone)
            CHECK_KILLED(child_wait(other), SIGPIPE);
        if (error != 0 && error != ENOEXEC && error != ENOMEM)
            FAIL("exec: %s", strerror(error));
        started += error == 0;
        refused += error != 0;
    }
    CHECK_EQ(unlink(PATH), 0);
    fprintf(stderr, "%lu execs, %lu refused\n", rounds, refused);
    CHECK(rounds < 100 || (started > rounds / 10 && refused > rounds / 10));
    return 0;
}
