/* utimensat and futimens set the times of the last read and the last change, each to a time or to
 * now, or leave it as it is. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static struct stat st;

int main(void)
{
    int fd = open("/tmp/f", O_WRONLY | O_CREAT, 0666);
    time_t before = time(NULL);
    struct timespec t[2] = {{1000, 0}, {2000, 123456789}};
    CHECK_EQ(futimens(fd, t), 0);
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_atim.tv_sec, 1000);
    CHECK_EQ(st.st_mtim.tv_sec, 2000);
    CHECK_EQ(st.st_mtim.tv_nsec, 123456789);
    t[0].tv_nsec = UTIME_OMIT;
    t[1] = (struct timespec){3000, 0};
    CHECK_EQ(utimensat(AT_FDCWD, "/tmp/f", t, 0), 0);
    CHECK_EQ(stat("/tmp/f", &st), 0);
    CHECK_EQ(st.st_atim.tv_sec, 1000);
    CHECK_EQ(st.st_mtim.tv_sec, 3000);
    t[0].tv_nsec = UTIME_NOW;
    t[1].tv_nsec = UTIME_OMIT;
    CHECK_EQ(futimens(fd, t), 0);
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_IN(st.st_atim.tv_sec, before, before + 100);
    CHECK_EQ(st.st_mtim.tv_sec, 3000);
    CHECK_EQ(utimes("/tmp/f", (struct timeval[]){{4000, 0}, {5000, 600}}), 0);
    CHECK_EQ(stat("/tmp/f", &st), 0);
    CHECK_EQ(st.st_atim.tv_sec, 4000);
    CHECK_EQ(st.st_mtim.tv_nsec, 600000);
    CHECK_EQ(utimensat(AT_FDCWD, "/tmp/f", NULL, 0), 0);
    CHECK_EQ(stat("/tmp/f", &st), 0);
    CHECK_IN(st.st_mtim.tv_sec, before, before + 100);
    CHECK_EQ(symlink("f", "/tmp/l"), 0);
    t[0] = t[1] = (struct timespec){7000, 0};
    CHECK_EQ(utimensat(AT_FDCWD, "/tmp/l", t, AT_SYMLINK_NOFOLLOW), 0);
    CHECK_EQ(lstat("/tmp/l", &st), 0);
    CHECK_EQ(st.st_mtim.tv_sec, 7000);
    CHECK_EQ(stat("/tmp/l", &st), 0);
    CHECK_IN(st.st_mtim.tv_sec, before, before + 100);
    CHECK_FAILS(utimensat(AT_FDCWD, "/tmp/f", t, 1), EINVAL);
    CHECK_FAILS(utimensat(AT_FDCWD, "/tmp/none", t, 0), ENOENT);
    CHECK_FAILS(futimens(-1, t), EBADF);
    CHECK_FAILS(futimens(AT_FDCWD, t), EBADF);
    t[1].tv_nsec = 1000000000;
    CHECK_FAILS(futimens(fd, t), EINVAL);
    return 0;
}
