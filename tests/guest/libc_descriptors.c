/* Functions on descriptors: fcntl's flags and copies, isatty, dprintf. */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int fd = creat("/tmp/descriptors", 0644);
    CHECK_EQ(fcntl(fd, F_GETFD), 0);
    CHECK_EQ(fcntl(fd, F_SETFD, FD_CLOEXEC), 0);
    CHECK_EQ(fcntl(fd, F_GETFD), FD_CLOEXEC);
    CHECK_EQ(fcntl(fd, F_DUPFD, 40), 40);
    CHECK(!isatty(fd));
    CHECK_EQ(errno, ENOTTY);
    CHECK_EQ(dprintf(40, "%s %d", "text", 5), 6);
    CHECK_EQ(lseek(fd, 0, SEEK_CUR), 6);
    close(fd);
    close(40);
    return 0;
}
