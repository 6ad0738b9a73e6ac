/* pread and pwrite work at an offset, and the position stays; what has no offsets gives ESPIPE. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char buf[16] = "";
    int ends[2], fd = open("/tmp/f", O_RDWR | O_CREAT | O_TRUNC, 0666);
    CHECK_EQ(write(fd, "0123456789", 10), 10);
    CHECK_EQ(lseek(fd, 4, SEEK_SET), 4);
    CHECK_EQ(pwrite(fd, "abc", 3, 2), 3);
    CHECK_EQ(pread(fd, buf, 5, 1), 5);
    CHECK_STR(buf, "1abc5");
    CHECK_EQ(lseek(fd, 0, SEEK_CUR), 4);
    CHECK_EQ(pread(fd, buf, 16, 8), 2);
    CHECK_EQ(pread(fd, buf, 16, 10), 0);
    CHECK_EQ(pwrite(fd, "x", 1, 20), 1);
    CHECK_EQ(lseek(fd, 0, SEEK_END), 21);
    CHECK_FAILS(pread(fd, buf, 1, -1), EINVAL);
    CHECK_FAILS(pwrite(fd, buf, 1, -1), EINVAL);
    CHECK_FAILS(pread(-1, buf, 1, 0), EBADF);
    CHECK_EQ(pipe(ends), 0);
    CHECK_FAILS(pread(ends[0], buf, 1, 0), ESPIPE);
    CHECK_FAILS(pwrite(ends[1], buf, 1, 0), ESPIPE);
    int reader = open("/tmp/f", O_RDONLY), writer = open("/tmp/f", O_WRONLY);
    CHECK_FAILS(pwrite(reader, buf, 1, 0), EBADF);
    CHECK_FAILS(pread(writer, buf, 1, 0), EBADF);
    return 0;
}
