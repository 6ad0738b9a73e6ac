/*
 * For test_disk.py, which damages the image so that the first block of /two/b is the double
 * indirect block of /two/a.  One process writes block pointers, valid and not, while another
 * follows them.  The kernel meets one that is not valid, and lets nobody write any more.  By
 * itself, or the first time, the files have nothing to do with each other.
 */
#include "child.h"
#include <abi/fs.h>
#include <fcntl.h>
#include <sys/stat.h>

#define ROUNDS 20000
#define FIRST                                                                          \
    ((FS_DIRECT + FS_PTRS) * (off_t)FS_BLOCK_SIZE) /* behind the double indirect block \
                                                    */
#define SIZE_A (FIRST + 777) /* test_disk.py finds the inodes by their sizes */
#define SIZE_B 5555

static int open_with_size(const char *path, off_t at, off_t size)
{
    int fd = open(path, O_RDWR | O_CREAT, 0644);
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    if (st.st_size != size) {
        CHECK_EQ(lseek(fd, at, SEEK_SET), at);
        CHECK_EQ(write(fd, "x", 1), 1);
        CHECK_EQ(ftruncate(fd, size), 0);
    }
    return fd;
}

static void write_pointers(int b)
{
    static char good[FS_BLOCK_SIZE], bad[FS_BLOCK_SIZE];
    CHECK_EQ(read(b, good, sizeof(good)), sizeof(good));
    memset(bad, 0xff, sizeof(bad));
    for (int i = 0;; i++) {
        CHECK_EQ(lseek(b, 0, SEEK_SET), 0);
        if (write(b, i % 2 ? good : bad, FS_BLOCK_SIZE) < 0)
            break;
    }
    CHECK_EQ(errno, EROFS);
    for (;;)
        pause();
}

int main(void)
{
    CHECK(mkdir("/two", 0755) == 0 || errno == EEXIST);
    int a = open_with_size("/two/a", FIRST, SIZE_A), b = open_with_size("/two/b", 0, SIZE_B);
    pid_t writer = START_CHILD(write_pointers(b));
    for (int i = 0; i < ROUNDS; i++) {
        CHECK_EQ(lseek(a, FIRST, SEEK_SET), FIRST);
        char byte;
        CHECK(read(a, &byte, 1) == 1 || errno == EIO);
    }
    child_kill(writer);
    return 0;
}
