/* poll says of each descriptor whether a read or a write would return at once, and why. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

static char block[PIPE_BUF];

/* The result for one descriptor. */
static short look(int fd, short events)
{
    struct pollfd p = {fd, events, -1};
    CHECK_EQ(poll(&p, 1, 0), p.revents != 0);
    return p.revents;
}

int main(void)
{
    int ends[2];
    CHECK_EQ(pipe2(ends, O_NONBLOCK), 0);
    CHECK_EQ(look(ends[0], POLLIN | POLLOUT), 0);
    CHECK_EQ(look(ends[1], POLLIN | POLLOUT), POLLOUT);
    CHECK_EQ(look(ends[1], POLLIN), 0);
    CHECK_EQ(write(ends[1], "x", 1), 1);
    CHECK_EQ(look(ends[0], POLLIN), POLLIN);
    while (write(ends[1], block, sizeof(block)) > 0)
        continue;
    CHECK_EQ(look(ends[1], POLLOUT), 0);
    struct pollfd three[] = {{ends[0], POLLIN, 0}, {-1, POLLIN, 9}, {99, POLLIN, 0}};
    CHECK_EQ(poll(three, 3, -1), 2);
    CHECK_EQ(three[0].revents, POLLIN);
    CHECK_EQ(three[1].revents, 0);
    CHECK_EQ(three[2].revents, POLLNVAL);
    int reader = dup(ends[0]);
    CHECK_EQ(close(ends[1]), 0);
    CHECK_EQ(look(reader, POLLIN), POLLIN | POLLHUP);
    while (read(reader, block, sizeof(block)) > 0)
        continue;
    CHECK_EQ(look(reader, POLLIN), POLLHUP);
    CHECK_EQ(pipe(ends), 0);
    CHECK_EQ(close(ends[0]), 0);
    CHECK_EQ(look(ends[1], 0), POLLERR);
    CHECK_EQ(look(open("/", O_RDONLY), POLLIN), POLLIN);
    CHECK_EQ(look(open("/dev/null", O_RDWR), POLLIN | POLLOUT), POLLIN | POLLOUT);
    CHECK_EQ(poll(NULL, 0, 0), 0);
    CHECK_FAILS(poll(three, OPEN_MAX + 1, 0), EINVAL);
    struct pollfd *volatile nowhere = (struct pollfd *)16;
    CHECK_FAILS(poll(nowhere, 1, 0), EFAULT);
    struct timespec wrong = {0, 1000000000};
    CHECK_FAILS(ppoll(three, 1, &wrong, NULL), EINVAL);
    return 0;
}
