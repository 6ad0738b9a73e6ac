/* O_NONBLOCK: an empty or a full pipe is EAGAIN, and up to PIPE_BUF bytes go in whole or not at
 * all. */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

static char buf[256 * 1024]; /* more than a pipe holds */

int main(void)
{
    int p[2];
    CHECK_EQ(pipe(p), 0);
    CHECK_EQ(fcntl(p[0], F_SETFL, O_NONBLOCK), 0);
    CHECK_EQ(fcntl(p[1], F_SETFL, O_NONBLOCK), 0);
    CHECK_FAILS(read(p[0], buf, 1), EAGAIN);
    ssize_t room = write(p[1], buf, sizeof(buf));
    CHECK_IN(room, PIPE_BUF, (ssize_t)sizeof(buf) - 1);
    CHECK_FAILS(write(p[1], buf, 1), EAGAIN);
    CHECK_EQ(read(p[0], buf, 10), 10);
    CHECK_FAILS(write(p[1], buf, PIPE_BUF), EAGAIN); /* all or nothing */
    CHECK_EQ(write(p[1], buf, sizeof(buf)), 10);
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(close(p[1]), 0);
    return 0;
}
