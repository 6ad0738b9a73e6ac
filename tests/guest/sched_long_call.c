/* Beside a thread that is in a system call for longer than some slices, others have their turns. */
/* machine: det=1 cpus=1 mem=512M */
#include "lateness.h"
#include <fcntl.h>
#include <sys/stat.h>

#define BYTES       (64l << 20)
#define SPLIT       ((64l << 20) - 100 * 4096) /* more regions a program may not have */
#define EMPTIED     (6l << 30)
#define BESIDE_CALL (SLICE + MS) /* at most a millisecond between two looks at whose turn it is */

static void touch(char *mem, long nbytes)
{
    for (long at = 0; at < nbytes; at += 4096)
        mem[at] = 1;
}

/* Makes nearly each page of it a region. */
static void split(char *mem)
{
    for (long at = 0; at < SPLIT; at += 2 * 4096)
        CHECK_EQ(mprotect(mem + at, 4096, PROT_READ), 0);
}

/* Each begins at another place of a slice. */
static void fork_often(void)
{
    for (int i = 0; i < 10; i++) {
        CHECK_EQ(child_wait(START_CHILD(_exit(0))), 0);
        for (long end = now_ns() / SLICE * SLICE + i * MS; now_ns() < end;)
            ;
    }
}

static void fork_split(char *mem)
{
    touch(mem, BYTES);
    split(mem);
    fork_often();
}

static void fork_untouched(void)
{
    split(map_memory(BYTES, PROT_READ | PROT_WRITE));
    fork_often();
}

static void protect_split(char *mem)
{
    for (int i = 0; i < 2; i++) {
        touch(mem, BYTES);
        split(mem);
        CHECK_EQ(mprotect(mem, BYTES, PROT_READ | PROT_WRITE), 0);
    }
}

static void unmap_split(char *mem)
{
    touch(mem, BYTES);
    split(mem);
    CHECK_EQ(munmap(mem, BYTES), 0);
}

static void unmap_touched(char *mem)
{
    for (int i = 0; i < 4; i++) {
        touch(mem, BYTES);
        CHECK_EQ(munmap(mem, BYTES), 0);
        CHECK(mmap(mem, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                   0) == mem);
    }
}

/* Each page has tables of its own. */
static void unmap_sparse(void)
{
    const long stride = 1l << 30, n = 4000;
    char *mem = map_memory(n * stride, PROT_READ | PROT_WRITE);
    for (long i = 0; i < n; i++)
        mem[i * stride] = 1;
    CHECK_EQ(munmap(mem, n * stride), 0);
}

/* It has page tables without pages. */
static char *map_emptied(void)
{
    char *mem = map_memory(EMPTIED, PROT_READ | PROT_WRITE);
    for (char *at = mem; at < mem + EMPTIED; at += 2l << 20) {
        *at = 1;
        CHECK_EQ(munmap(at, 4096), 0);
        CHECK(mmap(at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                   0) == at);
    }
    return mem;
}

static void fork_emptied(void)
{
    map_emptied();
    fork_often();
}

static void unmap_emptied(void)
{
    CHECK_EQ(munmap(map_emptied(), EMPTIED), 0);
}

static void fork_touched(void)
{
    touch(map_memory(4 * BYTES, PROT_READ | PROT_WRITE), 4 * BYTES);
    fork_often();
}

static void end_touched(void)
{
    for (int i = 0; i < 2; i++)
        CHECK_EQ(IN_CHILD(touch(map_memory(2 * BYTES, PROT_READ | PROT_WRITE), 2 * BYTES)), 0);
}

static char **arguments(char *mem, long n)
{
    char **args = (char **)mem;
    for (long i = 0; i < n; i++)
        args[i] = "a";
    return args;
}

/* Each begins at another time of the new process's turn. */
static void exec_late(char **args, long after)
{
    for (long end = now_ns() + after; now_ns() < end;)
        ;
    execve("/bin/true", args, (char *[]){NULL});
    _exit(1);
}

static void exec_many(char **args)
{
    for (int i = 0; i < 10; i++)
        CHECK_EQ(IN_CHILD(exec_late(args, i * MS)), 0);
}

/* They are only counted. */
static void exec_too_many(char **args)
{
    for (int i = 0; i < 4; i++)
        CHECK_FAILS(execve("/bin/true", args, args), E2BIG);
}

int main(void)
{
    char *mem = map_memory(BYTES, PROT_READ | PROT_WRITE);
    int zero = open("/dev/zero", O_RDONLY), fd = open("/tmp/hole", O_CREAT | O_RDWR, 0644);
    CHECK_EQ(ftruncate(fd, BYTES), 0);
    CHECK_BESIDE(BESIDE_CALL, CHECK_EQ(read(zero, mem, BYTES), BYTES));
    CHECK_BESIDE(BESIDE_CALL, CHECK_EQ(read(fd, mem, BYTES), BYTES));
    CHECK_EQ(unlink("/tmp/hole"), 0);
    CHECK_BESIDE(BESIDE_CALL, fork_split(mem));
    CHECK_BESIDE(BESIDE_CALL, fork_untouched());
    CHECK_BESIDE(BESIDE_CALL, protect_split(mem));
    CHECK_BESIDE(BESIDE_CALL, unmap_split(mem));
    CHECK_BESIDE(BESIDE_CALL, unmap_touched(mem));
    CHECK_BESIDE(BESIDE_CALL, unmap_sparse());
    CHECK_BESIDE(BESIDE_CALL, fork_emptied());
    CHECK_BESIDE(BESIDE_CALL, unmap_emptied());
    CHECK_BESIDE(BESIDE_CALL, fork_touched());
    CHECK_BESIDE(BESIDE_CALL, end_touched());
    CHECK_BESIDE(BESIDE_CALL, exec_many(arguments(mem, 12000)));
    CHECK_BESIDE(BESIDE_CALL, exec_too_many(arguments(mem, 200000)));
    return 0;
}
