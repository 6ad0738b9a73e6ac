/* A path that is not relative ignores the directory; otherwise it must be one that is open. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static struct stat st;

int main(void)
{
    int ends[2], file = open("/tmp/f", O_WRONLY | O_CREAT, 0666), dir = open("/", O_RDONLY);
    CHECK_EQ(pipe(ends), 0);
    CHECK_EQ(fstatat(-1, "/tmp/f", &st, 0), 0);
    CHECK_EQ(fstatat(file, "/tmp/f", &st, 0), 0);
    CHECK_FAILS(fstatat(-1, "f", &st, 0), EBADF);
    CHECK_FAILS(fstatat(99, "f", &st, 0), EBADF);
    CHECK_FAILS(fstatat(file, "f", &st, 0), ENOTDIR);
    CHECK_FAILS(mkdirat(ends[0], "d", 0777), ENOTDIR);
    CHECK_FAILS(fstatat(dir, "", &st, 0), ENOENT);
    CHECK_FAILS(fstatat(dir, "tmp", &st, AT_SYMLINK_FOLLOW), EINVAL);
    CHECK_FAILS(unlinkat(dir, "tmp/f", 1), EINVAL);
    CHECK_FAILS(linkat(dir, "tmp/f", dir, "tmp/g", AT_REMOVEDIR), EINVAL);
    CHECK_FAILS(linkat(-1, "tmp/f", dir, "tmp/g", 0), EBADF);
    CHECK_FAILS(renameat(dir, "tmp/f", -1, "tmp/g"), EBADF);
    CHECK_FAILS(symlinkat("target", -1, "l"), EBADF);
    CHECK_FAILS(openat(dir, (char *)16, O_RDONLY), EFAULT);
    CHECK_EQ(chdir("/tmp"), 0);
    CHECK_EQ(fstatat(AT_FDCWD, "f", &st, 0), 0);
    return 0;
}
