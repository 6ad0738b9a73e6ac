/* A signal that ends a process ends it for all threads at once, also if the first is in a long
 * call: the others do nothing more in their program. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "now.h"
#include <fcntl.h>
#include <pthread.h>

#define BYTES (24l << 20)
#define MS    1000000l

static int out;

/* Sends the time, again and again. */
static void *tell(void *unused)
{
    for (long next = 0;;) {
        long now = now_ns();
        if (now < next)
            continue;
        CHECK_EQ(write(out, &now, sizeof(now)), sizeof(now));
        next = now + MS;
    }
    return unused;
}

static void write_long(void)
{
    char *mem = map_memory(BYTES, PROT_READ | PROT_WRITE);
    for (long at = 0; at < BYTES; at += 4096)
        mem[at] = 1;
    int fd = open("/tmp/long", O_WRONLY | O_CREAT, 0600);
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, tell, NULL), 0);
    CHECK_EQ(write(fd, mem, BYTES), BYTES);
    FAIL("it was written before the signal came");
}

/* How many milliseconds of its program the other thread ran after the signal. */
static long go_on_after(int sig)
{
    int fds[2];
    CHECK_EQ(pipe(fds), 0);
    out = fds[1];
    pid_t child = START_CHILD(write_long());
    CHECK_EQ(close(fds[1]), 0);
    long first, time, killed, late = 0;
    CHECK_EQ(read(fds[0], &first, sizeof(first)), sizeof(first));
    do
        CHECK_EQ(read(fds[0], &time, sizeof(time)), sizeof(time));
    while (time - first < 20 * MS);
    CHECK_EQ(kill(child, sig), 0);
    killed = now_ns();
    while (read(fds[0], &time, sizeof(time)) == sizeof(time))
        late += time > killed;
    CHECK_KILLED(child_wait(child), sig);
    CHECK_EQ(close(fds[0]), 0);
    return late;
}

int main(void)
{
    CHECK_EQ(go_on_after(SIGKILL), 0);
    CHECK_EQ(go_on_after(SIGTERM), 0);
    CHECK_EQ(unlink("/tmp/long"), 0);
    return 0;
}
