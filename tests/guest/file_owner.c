/* There is one user: chown and its kin accept user and group 0, and -1; others give EPERM. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int fd = open("/tmp/f", O_WRONLY | O_CREAT, 0666);
    CHECK_EQ(symlink("none", "/tmp/l"), 0);
    CHECK_EQ(chown("/tmp/f", 0, 0), 0);
    CHECK_EQ(fchown(fd, -1, 0), 0);
    CHECK_EQ(lchown("/tmp/l", 0, -1), 0);
    CHECK_FAILS(chown("/tmp/l", 0, 0), ENOENT);
    CHECK_FAILS(chown("/tmp/f", 1, 0), EPERM);
    CHECK_FAILS(fchown(fd, 0, 1), EPERM);
    CHECK_FAILS(fchown(-1, 0, 0), EBADF);
    CHECK_EQ(chdir("/tmp"), 0);
    CHECK_EQ(fchownat(AT_FDCWD, "l", 0, 0, AT_SYMLINK_NOFOLLOW), 0);
    CHECK_FAILS(fchownat(AT_FDCWD, "l", 0, 0, 0), ENOENT);
    CHECK_FAILS(fchownat(AT_FDCWD, "f", 0, 0, 1), EINVAL);
    return 0;
}
