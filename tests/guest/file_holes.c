/* Holes read as zeros and cost nothing; offsets of many megabytes; the largest file. */
#include "child.h"
#include <abi/fs.h>
#include <fcntl.h>
#include <sys/stat.h>

#define BLOCK FS_BLOCK_SIZE
#define MIB   (1l << 20)

static const struct {
    off_t at;
    const char *text;
} pieces[] = {
    {0, "first"},
    {3 * BLOCK - 2, "across two blocks"},
    {FS_DIRECT * BLOCK, "the first block after a block of pointers"},
    {(FS_DIRECT + FS_PTRS) * BLOCK - 3, "where the second level begins"},
    {(FS_DIRECT + 3 * FS_PTRS) * (off_t)BLOCK - 1, "between two blocks of pointers"},
    {300 * MIB + 12345, "far beyond the disk"},
    {4096 * MIB - 2, "over 32 bits"},
};

#define COUNT (sizeof(pieces) / sizeof(pieces[0]))

/* The bytes from `from` to `to` read as zeros, or, if many, those at both ends. */
static void check_zeros(int fd, off_t from, off_t to)
{
    static char buf[2 * BLOCK];
    off_t n = to - from < (off_t)sizeof(buf) ? to - from : (off_t)sizeof(buf);
    off_t starts[] = {from, to - n};
    for (int i = 0; i < 2; i++) {
        memset(buf, 'x', sizeof(buf));
        CHECK_EQ(lseek(fd, starts[i], SEEK_SET), starts[i]);
        CHECK_EQ(read(fd, buf, n), n);
        for (off_t k = 0; k < n; k++)
            CHECK_EQ(buf[k], 0);
    }
}

static void sparse(void)
{
    int fd = open("/tmp/sparse", O_RDWR | O_CREAT | O_EXCL, 0666);
    for (size_t i = COUNT; i-- > 0;) { /* the last one first: then there are holes to fill */
        size_t n = strlen(pieces[i].text);
        CHECK_EQ(lseek(fd, pieces[i].at, SEEK_SET), pieces[i].at);
        CHECK_EQ(write(fd, pieces[i].text, n), n);
    }
    off_t end = 0;
    char buf[64];
    for (size_t i = 0; i < COUNT; i++) {
        size_t n = strlen(pieces[i].text);
        if (pieces[i].at > end)
            check_zeros(fd, end, pieces[i].at);
        CHECK_EQ(lseek(fd, pieces[i].at, SEEK_SET), pieces[i].at);
        CHECK_EQ(read(fd, buf, n), n);
        CHECK_EQ(memcmp(buf, pieces[i].text, n), 0);
        end = pieces[i].at + (off_t)n;
    }
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_size, end);
    /* The contents, the pointers of the first level, the second level's five parts in use. */
    CHECK_EQ(st.st_blocks * 512 / BLOCK, (1 + 2 + 1 + 2 + 2 + 1 + 2) + 1 + (1 + 5));
    CHECK_EQ(read(fd, buf, sizeof(buf)), 0);
    CHECK_EQ(ftruncate(fd, 200 * MIB), 0);
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_blocks * 512 / BLOCK, (1 + 2 + 1 + 2 + 2) + 1 + (1 + 3));
    CHECK_EQ(ftruncate(fd, 0), 0);
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_blocks, 0);
    CHECK_EQ(close(fd), 0);
}

static void largest(void)
{
    int fd = open("/tmp/largest", O_RDWR | O_CREAT | O_EXCL, 0666);
    off_t most = FS_FILE_MAX;
    CHECK(most > 4096 * MIB);
    CHECK_EQ(lseek(fd, most - 3, SEEK_SET), most - 3);
    CHECK_EQ(write(fd, "12345", 5), 3); /* as much as fits */
    CHECK_FAILS(write(fd, "45", 2), EFBIG);
    CHECK_EQ(write(fd, "", 0), 0);
    CHECK_EQ(lseek(fd, INT64_MAX, SEEK_SET), INT64_MAX);
    CHECK_FAILS(write(fd, "x", 1), EFBIG);
    char buf[8];
    CHECK_EQ(read(fd, buf, 1), 0);
    CHECK_FAILS(lseek(fd, 1, SEEK_CUR), EOVERFLOW);
    CHECK_FAILS(lseek(fd, -most - 1, SEEK_END), EINVAL);
    CHECK_EQ(lseek(fd, -3, SEEK_END), most - 3);
    CHECK_EQ(read(fd, buf, 8), 3);
    CHECK_EQ(memcmp(buf, "123", 3), 0);
    CHECK_FAILS(ftruncate(fd, most + 1), EFBIG);
    CHECK_FAILS(ftruncate(fd, -1), EINVAL);
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_size, most);
    CHECK_EQ(close(fd), 0);
    int end = open("/tmp/largest", O_WRONLY | O_APPEND);
    CHECK_FAILS(write(end, "x", 1), EFBIG);
    CHECK_EQ(close(end), 0);
}

int main(void)
{
    sparse();
    largest();
    return 0;
}
