/* fchmod and fchdir work on the file of a descriptor, which needs no name. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static struct stat st;
static char path[16];

int main(void)
{
    int ends[2], fd = open("/tmp/f", O_WRONLY | O_CREAT, 0666), dir = open("/tmp", O_RDONLY);
    CHECK_EQ(unlink("/tmp/f"), 0);
    CHECK_EQ(fchmod(fd, 0751), 0);
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_mode, S_IFREG | 0751);
    CHECK_EQ(fchdir(dir), 0);
    CHECK_STR(getcwd(path, sizeof(path)), "/tmp");
    CHECK_FAILS(fchdir(fd), ENOTDIR);
    CHECK_FAILS(fchdir(-1), EBADF);
    CHECK_FAILS(fchdir(AT_FDCWD), EBADF);
    CHECK_FAILS(fchmod(AT_FDCWD, 0), EBADF);
    CHECK_FAILS(fchmod(99, 0), EBADF);
    CHECK_EQ(pipe(ends), 0);
    CHECK_FAILS(fchmod(ends[0], 0600), EINVAL);
    CHECK_FAILS(chmod(NULL, 0), EFAULT);
    return 0;
}
