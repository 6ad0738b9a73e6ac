/* Truncating a file and letting it grow again shows zeros, never what was there before. */
#include "child.h"
#include <abi/fs.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define BLOCK FS_BLOCK_SIZE
#define BYTES (40 * BLOCK) /* more than the inode points to by itself */

static char buf[BYTES];

/* The file is `kept` bytes of 's', then zeros up to `size`. */
static void check_file(int fd, off_t kept, off_t size)
{
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_size, size);
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    memset(buf, '?', sizeof(buf));
    CHECK_EQ(read(fd, buf, sizeof(buf)), size);
    for (off_t i = 0; i < size; i++)
        if (buf[i] != (i < kept ? 's' : 0))
            FAIL("byte %ld of %ld, %ld kept, is %d", (long)i, (long)size, (long)kept, buf[i]);
}

static void fill(int fd)
{
    memset(buf, 's', sizeof(buf));
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    CHECK_EQ(write(fd, buf, sizeof(buf)), sizeof(buf));
}

static void by_truncate(int fd, off_t kept, off_t size)
{
    fill(fd);
    CHECK_EQ(ftruncate(fd, kept), 0);
    check_file(fd, kept, kept);
    CHECK_EQ(ftruncate(fd, size), 0);
    check_file(fd, kept, size);
}

/* The same, but the file grows because a byte is written far past its end. */
static void by_write(int fd, off_t kept, off_t size)
{
    fill(fd);
    CHECK_EQ(ftruncate(fd, kept), 0);
    CHECK_EQ(lseek(fd, size - 1, SEEK_SET), size - 1);
    CHECK_EQ(write(fd, "", 1), 1);
    check_file(fd, kept, size);
}

/* A new file's blocks held another file's bytes. */
static void reused(void)
{
    int old = open("/tmp/old", O_RDWR | O_CREAT | O_EXCL, 0666);
    fill(old);
    CHECK_EQ(fsync(old), 0);
    CHECK_EQ(ftruncate(old, 0), 0);
    int fd = open("/tmp/new", O_RDWR | O_CREAT | O_EXCL, 0666);
    for (off_t at = 10; at < BYTES; at += BLOCK) {
        CHECK_EQ(lseek(fd, at, SEEK_SET), at);
        CHECK_EQ(write(fd, "", 1), 1);
    }
    check_file(fd, 0, BYTES - BLOCK + 11);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(close(old), 0);
}

/* A write from a bad address changes no contents. */
static void bad_address(int fd)
{
    fill(fd);
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    CHECK_FAILS(write(fd, nowhere(), 2 * BLOCK), EFAULT);
    CHECK_EQ(lseek(fd, 0, SEEK_CUR), 0);
    check_file(fd, BYTES, BYTES);
    CHECK_EQ(lseek(fd, 0, SEEK_END), BYTES);
    CHECK_FAILS(write(fd, nowhere(), 2 * BLOCK), EFAULT);
    check_file(fd, BYTES, BYTES);
    /* Less than a block: from a bad page, and from a good page and a bad one. */
    char *pages = mmap(NULL, 2 * BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED);
    CHECK_EQ(munmap(pages + BLOCK, BLOCK), 0);
    for (int good = 0; good <= 100; good += 50) {
        CHECK_EQ(lseek(fd, 100, SEEK_SET), 100);
        CHECK_FAILS(write(fd, pages + BLOCK - good, 200), EFAULT);
        check_file(fd, BYTES, BYTES);
    }
    CHECK_EQ(munmap(pages, BLOCK), 0);
}

int main(void)
{
    static const off_t sizes[] = {0,
                                  1,
                                  100,
                                  BLOCK - 1,
                                  BLOCK,
                                  BLOCK + 1,
                                  FS_DIRECT * BLOCK,
                                  FS_DIRECT * BLOCK + 5,
                                  30 * BLOCK + 7,
                                  BYTES};
    int fd = open("/tmp/cut", O_RDWR | O_CREAT | O_EXCL, 0666);
    for (int kept = 0; kept < 9; kept++) {
        for (int size = kept + 1; size < 10; size++) {
            by_truncate(fd, sizes[kept], sizes[size]);
            by_write(fd, sizes[kept], sizes[size]);
        }
    }
    bad_address(fd);
    reused();
    CHECK_EQ(truncate("/tmp/cut", 3), 0);
    check_file(fd, 3, 3);
    CHECK_FAILS(truncate("/tmp/none", 3), ENOENT);
    CHECK_FAILS(truncate("/tmp", 3), EISDIR);
    return 0;
}
