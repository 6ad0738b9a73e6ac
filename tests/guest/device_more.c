/* /dev/full, /dev/random and urandom, /dev/tty, /dev/fd/N and /dev/stdin. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static char a[64], b[64];

int main(void)
{
    int full = open("/dev/full", O_RDWR);
    CHECK_FAILS(write(full, "x", 1), ENOSPC);
    CHECK_EQ(write(full, "", 0), 0);
    CHECK_EQ(read(full, a, 1), 1);
    CHECK_EQ(a[0], 0);

    memset(a, 0, sizeof(a));
    CHECK_EQ(read(open("/dev/urandom", O_RDONLY), a, sizeof(a)), sizeof(a));
    CHECK_EQ(read(open("/dev/random", O_RDONLY), b, 63), 63);
    CHECK(memcmp(a, b, 8) != 0);
    CHECK(memcmp(a, a + 8, 8) != 0);
    CHECK_EQ(getentropy(b, 64), 0);
    CHECK(memcmp(a, b, 8) != 0);
    CHECK_FAILS(getentropy(b, 257), EIO);
    CHECK_EQ(getrandom(b, 5, 0), 5);
    CHECK_FAILS(getrandom(b, 5, 64), EINVAL);

    CHECK(isatty(open("/dev/tty", O_RDWR)));
    int file = open("/tmp/f", O_RDWR | O_CREAT, 0666), ends[2];
    CHECK_EQ(write(file, "abc", 3), 3);
    CHECK_EQ(dup2(file, 9), 9);
    int same = open("/dev/fd/9", O_RDWR);
    CHECK_EQ(write(same, "d", 1), 1); /* at the same position */
    CHECK_EQ(lseek(file, 0, SEEK_CUR), 4);
    CHECK_EQ(close(9), 0);
    CHECK_FAILS(open("/dev/fd/9", O_RDWR), EBADF);
    CHECK_EQ(pipe(ends), 0);
    CHECK_EQ(dup2(ends[0], 0), 0);
    CHECK_EQ(write(ends[1], "line", 4), 4);
    CHECK_EQ(read(open("/dev/stdin", O_RDONLY), a, 64), 4);
    return 0;
}
