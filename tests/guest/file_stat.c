/* Each field that stat returns, of a file, the root directory and a device; and its errors. */
#include "child.h"
#include "stat_of.h"
#include <abi/device.h>
#include <fcntl.h>

static void fields(void)
{
    static char buf[10000];
    int fd = open("file", O_RDWR | O_CREAT | O_EXCL, 0604);
    CHECK_EQ(write(fd, buf, sizeof(buf)), sizeof(buf));
    struct stat st = stat_of("file");
    struct stat again;
    CHECK_EQ(fstat(fd, &again), 0);
    CHECK_EQ(memcmp(&st, &again, sizeof(st)), 0);
    CHECK_EQ(st.st_dev, 1);
    CHECK_EQ(st.st_mode, S_IFREG | 0604);
    CHECK_EQ(st.st_nlink, 1);
    CHECK_EQ(st.st_rdev, 0);
    CHECK_EQ(st.st_uid, 0);
    CHECK_EQ(st.st_gid, 0);
    CHECK_EQ(st.st_pad, 0);
    CHECK_EQ(st.st_size, 10000);
    CHECK_EQ(st.st_blksize, 4096);
    CHECK_EQ(st.st_blocks, 3 * 8);
    CHECK(st.st_ino > 1);
    CHECK_EQ(stat_of("/").st_ino, 1);
    CHECK_EQ(stat_of("/..").st_ino, 1);
    st = stat_of("/dev/zero");
    CHECK(S_ISCHR(st.st_mode));
    CHECK_EQ(st.st_rdev, DEV_ZERO);
    CHECK_EQ(st.st_size, 0);
    CHECK_FAILS(stat("none", &st), ENOENT);
    CHECK_FAILS(stat("file/x", &st), ENOTDIR);
    CHECK_FAILS(stat("file/", &st), ENOTDIR);
    CHECK_FAILS(stat("", &st), ENOENT);
    CHECK_FAILS(stat("file", nowhere()), EFAULT);
    CHECK_FAILS(fstat(fd, nowhere()), EFAULT);
    CHECK_EQ(close(fd), 0);
    CHECK_FAILS(fstat(fd, &st), EBADF);
}

int main(void)
{
    CHECK_EQ(mkdir("/tmp/facts", 0777), 0);
    CHECK_EQ(chdir("/tmp/facts"), 0);
    fields();
    return 0;
}
