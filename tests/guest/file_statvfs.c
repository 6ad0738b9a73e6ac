/* statvfs counts the blocks of the one disk, whatever file is asked about: a pipe too. */
#include "check.h"
#include <sys/statvfs.h>
#include <unistd.h>

int main(void)
{
    struct statvfs disk;
    CHECK_EQ(statvfs("/", &disk), 0);
    int fds[2];
    CHECK_EQ(pipe(fds), 0);
    struct statvfs pipe_end;
    CHECK_EQ(fstatvfs(fds[0], &pipe_end), 0);
    CHECK_EQ(pipe_end.f_frsize, disk.f_frsize);
    CHECK_EQ(pipe_end.f_blocks, disk.f_blocks);
    CHECK(disk.f_blocks * disk.f_frsize > 1 << 20);
    return 0;
}
