/* A poll without end wakes when another process writes, reads or closes, and sleeps until then: the
 * sleep gets no ticks. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <fcntl.h>
#include <poll.h>
#include <time.h>

static int ends[2], other[2];

static char block[PIPE_BUF];

static void wait_a_while(void)
{
    nanosleep(&(struct timespec){0, 50000000}, NULL);
}

static short wait_for(int fd, short events)
{
    struct pollfd p[2] = {{other[0], POLLIN, 0}, {fd, events, 0}};
    clock_t before = clock();
    CHECK_EQ(poll(p, 2, -1), 1);
    CHECK_IN(clock() - before, 0, 20000); /* microseconds of 50 000 */
    CHECK_EQ(p[0].revents, 0);
    return p[1].revents;
}

int main(void)
{
    CHECK_EQ(pipe(other), 0);
    CHECK_EQ(pipe2(ends, O_NONBLOCK), 0);
    pid_t pid = START_CHILD(wait_a_while(); write(ends[1], "x", 1));
    CHECK_EQ(wait_for(ends[0], POLLIN), POLLIN);
    CHECK_EQ(child_wait(pid), CHILD_DONE);
    while (write(ends[1], block, sizeof(block)) > 0)
        continue;
    pid = START_CHILD(wait_a_while(); read(ends[0], block, sizeof(block)));
    CHECK_EQ(wait_for(ends[1], POLLOUT), POLLOUT);
    CHECK_EQ(child_wait(pid), CHILD_DONE);
    while (read(ends[0], block, sizeof(block)) > 0)
        continue;
    pid = START_CHILD(wait_a_while());
    CHECK_EQ(close(ends[1]), 0);
    CHECK_EQ(wait_for(ends[0], POLLIN), POLLHUP);
    CHECK_EQ(child_wait(pid), CHILD_DONE);
    return 0;
}
