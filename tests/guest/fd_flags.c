/* fcntl's flags: those of the open file are shared by its copies, FD_CLOEXEC is of one descriptor,
 * and exec closes that. */
#include "child.h"
#include <fcntl.h>

#define STAYS 3
#define GOES  4

static void flags(void)
{
    int fd = open("/dev/null", O_RDWR | O_CLOEXEC | O_CREAT, 0666);
    CHECK_EQ(fcntl(fd, F_GETFD), FD_CLOEXEC);
    CHECK_EQ(fcntl(fd, F_GETFL), O_RDWR);
    int copy = dup(fd);
    CHECK_EQ(fcntl(copy, F_GETFD), 0); /* a flag of the descriptor, not of the open file */
    CHECK_EQ(fcntl(copy, F_SETFL, O_NONBLOCK | O_WRONLY | O_CREAT), 0);
    CHECK_EQ(fcntl(fd, F_GETFL), O_RDWR | O_NONBLOCK);
    CHECK_EQ(fcntl(fd, F_SETFD, 0), 0);
    CHECK_EQ(fcntl(fd, F_GETFD), 0);
    CHECK_FAILS(fcntl(fd, 77, 0), EINVAL);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(close(copy), 0);
}

static void exec_closes(char *self)
{
    CHECK_EQ(open("/dev/null", O_RDONLY), STAYS);
    CHECK_EQ(open("/dev/null", O_RDONLY | O_CLOEXEC), GOES);
    CHECK_EQ(IN_CHILD(CHECK_EQ(fcntl(GOES, F_GETFD), FD_CLOEXEC); execl(self, self, "child", NULL);
                      FAIL("exec: %s", strerror(errno))),
             0);
}

static int be_new_program(void)
{
    CHECK_EQ(fcntl(STAYS, F_GETFD), 0);
    CHECK_EQ(fcntl(GOES, F_GETFD), -1);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return be_new_program();
    flags();
    exec_closes(argv[0]);
    return 0;
}
