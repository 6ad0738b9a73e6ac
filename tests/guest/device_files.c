/* /dev/null and /dev/zero: endless, and not regular files. */
#include "check.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char buf[300000];

int main(void)
{
    int null = open("/dev/null", O_RDWR | O_TRUNC), zero = open("/dev/zero", O_RDWR);
    CHECK_EQ(write(null, buf, sizeof(buf)), sizeof(buf));
    CHECK_EQ(read(null, buf, sizeof(buf)), 0);
    memset(buf, 'x', sizeof(buf));
    CHECK_EQ(read(zero, buf, sizeof(buf) - 1), sizeof(buf) - 1);
    for (size_t i = 0; i < sizeof(buf) - 1; i++)
        CHECK_EQ(buf[i], 0);
    CHECK_EQ(buf[sizeof(buf) - 1], 'x');
    CHECK_EQ(write(zero, buf, 5), 5);
    CHECK_FAILS(lseek(zero, 0, SEEK_CUR), ESPIPE);
    CHECK_FAILS(ftruncate(zero, 0), EINVAL);
    CHECK_FAILS(fsync(zero), EINVAL);
    struct dirent entry;
    CHECK_FAILS(getdents(zero, &entry, sizeof(entry)), ENOTDIR);
    CHECK_FAILS(open("/dev/null", O_RDONLY | O_DIRECTORY), ENOTDIR);
    return 0;
}
