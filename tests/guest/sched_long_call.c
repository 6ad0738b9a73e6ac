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

#define CHECK_BESIDE(...)                                                     \
    do {                                                                      \
        long begun = now_ns();                                                \
        long late = latest(START_CHILD(__VA_ARGS__));                         \
        CHECK(now_ns() - begun > 3 * SLICE);                                  \
        if (late > 4 * SLICE) /* a commit, of a bounded size, is one piece */ \
            FAIL(#__VA_ARGS__ ": %ld ns late", late);                         \
    } while (0)

int main(void)
{
    char *mem = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(mem != MAP_FAILED);
    int zero = open("/dev/zero", O_RDONLY), fd = open("/tmp/hole", O_CREAT | O_RDWR, 0644);
    CHECK_EQ(ftruncate(fd, BYTES), 0);
    CHECK_BESIDE(CHECK_EQ(read(zero, mem, BYTES), BYTES));
    CHECK_BESIDE(CHECK_EQ(read(fd, mem, BYTES), BYTES));
    CHECK_BESIDE(CHECK_EQ(write(fd, mem, WRITTEN), WRITTEN));
    CHECK_EQ(unlink("/tmp/hole"), 0);
    return 0;
}
