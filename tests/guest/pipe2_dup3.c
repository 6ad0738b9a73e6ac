/* pipe2, dup3 and F_DUPFD_CLOEXEC set the flags that they are given; dup3 refuses equal numbers. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static char byte;

int main(void)
{
    int ends[2];
    CHECK_EQ(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    CHECK_EQ(fcntl(ends[0], F_GETFD), FD_CLOEXEC);
    CHECK_EQ(fcntl(ends[1], F_GETFD), FD_CLOEXEC);
    CHECK_EQ(fcntl(ends[1], F_GETFL), O_WRONLY | O_NONBLOCK);
    CHECK_FAILS(read(ends[0], &byte, 1), EAGAIN);
    CHECK_FAILS(pipe2(ends, O_APPEND), EINVAL);
    CHECK_EQ(dup3(ends[0], 20, O_CLOEXEC), 20);
    CHECK_EQ(fcntl(20, F_GETFD), FD_CLOEXEC);
    CHECK_EQ(dup3(ends[0], 20, 0), 20);
    CHECK_EQ(fcntl(20, F_GETFD), 0);
    CHECK_FAILS(dup3(20, 20, 0), EINVAL);
    CHECK_FAILS(dup3(20, 21, O_NONBLOCK), EINVAL);
    CHECK_FAILS(dup3(99, 21, 0), EBADF);
    CHECK_EQ(fcntl(20, F_DUPFD_CLOEXEC, 30), 30);
    CHECK_EQ(fcntl(30, F_GETFD), FD_CLOEXEC);
    CHECK_EQ(fcntl(20, F_DUPFD, 30), 31);
    CHECK_EQ(fcntl(31, F_GETFD), 0);
    return 0;
}
