/* Beside a thread that is in a system call for longer than some slices, others have their turns. */
/* machine: det=1 cpus=1 mem=256M */
#include "child.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#define BYTES   (64l << 20)
#define WRITTEN (12l << 20)
#define MS      1000000l
#define SLICE   (10 * MS)
#define PIECE   MS /* of a call, between two looks at whose turn it is */

static long now_ns(void)
{
    struct timespec now;
    CHECK_EQ(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    return now.tv_sec * 1000 * MS + now.tv_nsec;
}

/* How late this process is at worst, which sleeps a millisecond at a time, until the child ends. */
static long latest(pid_t child)
{
    long worst = 0;
    int status = 0;
    pid_t ended = 0;
    while (ended == 0) {
        long begun = now_ns();
        nanosleep(&(struct timespec){.tv_nsec = MS}, NULL);
        long late = now_ns() - begun - MS;
        if (late > worst)
            worst = late;
        ended = waitpid(child, &status, WNOHANG);
    }
    CHECK_EQ(ended, child);
    CHECK_EQ(status, 0);
    return worst;
}

#define CHECK_BESIDE(slices, ...)                     \
    do {                                              \
        long begun = now_ns();                        \
        long late = latest(START_CHILD(__VA_ARGS__)); \
        CHECK(now_ns() - begun > 3 * SLICE);          \
        if (late > (slices)*SLICE + PIECE)            \
            FAIL(#__VA_ARGS__ ": %ld ns late", late); \
    } while (0)

/* Makes each page of it a region, and touches it. */
static void split(char *mem)
{
    for (long at = 0; at < BYTES; at += 4096) {
        mem[at] = 1;
        if (at % (2 * 4096) == 0)
            CHECK_EQ(mprotect(mem + at, 4096, PROT_READ), 0);
    }
}

/* Each begins at another place of a slice. */
static void fork_split(char *mem)
{
    split(mem);
    for (int i = 0; i < 10; i++) {
        CHECK_EQ(child_wait(START_CHILD(_exit(0))), 0);
        for (long end = now_ns() / SLICE * SLICE + i * MS; now_ns() < end;)
            ;
    }
}

static void protect_split(char *mem)
{
    for (int i = 0; i < 4; i++) {
        split(mem);
        CHECK_EQ(mprotect(mem, BYTES, PROT_READ | PROT_WRITE), 0);
    }
}

static void unmap_split(char *mem)
{
    split(mem);
    CHECK_EQ(munmap(mem, BYTES), 0);
}

static void touch(char *mem, long nbytes)
{
    for (long at = 0; at < nbytes; at += 4096)
        mem[at] = 1;
}

static void unmap_touched(char *mem)
{
    for (int i = 0; i < 8; i++) {
        touch(mem, BYTES);
        CHECK_EQ(munmap(mem, BYTES), 0);
        CHECK(mmap(mem, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                   0) == mem);
    }
}

static void end_touched(void)
{
    for (int i = 0; i < 4; i++)
        CHECK_EQ(IN_CHILD(touch(map_memory(2 * BYTES, PROT_READ | PROT_WRITE), 2 * BYTES)), 0);
}

int main(void)
{
    char *mem = map_memory(BYTES, PROT_READ | PROT_WRITE);
    int zero = open("/dev/zero", O_RDONLY), fd = open("/tmp/hole", O_CREAT | O_RDWR, 0644);
    CHECK_EQ(ftruncate(fd, BYTES), 0);
    CHECK_BESIDE(1, CHECK_EQ(read(zero, mem, BYTES), BYTES));
    CHECK_BESIDE(1, CHECK_EQ(read(fd, mem, BYTES), BYTES));
    /* The flusher comes between, and commits, which is of a bounded size, in one piece. */
    CHECK_BESIDE(6, CHECK_EQ(write(fd, mem, WRITTEN), WRITTEN));
    CHECK_EQ(unlink("/tmp/hole"), 0);
    sync();
    CHECK_BESIDE(1, fork_split(mem));
    CHECK_BESIDE(1, protect_split(mem));
    CHECK_BESIDE(1, unmap_split(mem));
    CHECK_BESIDE(1, unmap_touched(mem));
    CHECK_BESIDE(1, end_touched());
    return 0;
}
