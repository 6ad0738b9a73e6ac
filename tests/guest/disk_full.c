/* machine: cpus=4 */
/*
 * A full disk: each call does what still fits or fails with ENOSPC and changes nothing, removing
 * always works, and all blocks are free again in the end.
 */
#include "child.h"
#include <abi/fs.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define BLOCK FS_BLOCK_SIZE
#define PIECE (256 * 1024)
#define ROOM  (10l << 20)

static char buf[PIECE];

static off_t size_of(const char *path)
{
    struct stat st;
    CHECK_EQ(lstat(path, &st), 0);
    return st.st_size;
}

static int blocks_of(const char *path)
{
    struct stat st;
    CHECK_EQ(lstat(path, &st), 0);
    return st.st_blocks / (BLOCK / 512);
}

/* Appends to the file until there is no block for its contents or pointers; returns by how many
 * bytes it grew. */
static off_t fill(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    off_t before = lseek(fd, 0, SEEK_END), total = 0;
    for (size_t n = PIECE; n > 0;) {
        ssize_t r = write(fd, buf, n);
        if (r > 0)
            total += r;
        else if ((n /= 2) == 0)
            CHECK_EQ(errno, ENOSPC);
    }
    CHECK_EQ(lseek(fd, 0, SEEK_END), before + total);
    CHECK_EQ(close(fd), 0);
    return total;
}

/* Uses up the blocks that were too few for a long file's next one, and returns how many they were:
 * a short file needs no blocks of pointers. */
static int blocks_left(void)
{
    fill("/full/rest");
    CHECK(blocks_of("/full/rest") <= FS_DIRECT);
    return blocks_of("/full/rest");
}

static ssize_t write_at(int fd, off_t at, const char *text, size_t n)
{
    CHECK_EQ(lseek(fd, at, SEEK_SET), at);
    return write(fd, text, n);
}

/* No block is free: what needs one fails, what needs none works. */
static void nothing_fits(void)
{
    int fd = open("/full/small", O_RDWR);
    CHECK_EQ(write_at(fd, 10, "in its block", 12), 12);
    CHECK_EQ(write(fd, buf, BLOCK), BLOCK - 22); /* the rest of that block */
    CHECK_FAILS(write(fd, buf, BLOCK), ENOSPC);
    CHECK_EQ(size_of("/full/small"), BLOCK);
    CHECK_EQ(ftruncate(fd, 100 * BLOCK), 0); /* a hole */
    CHECK_FAILS(write_at(fd, 50 * BLOCK, "x", 1), ENOSPC);
    CHECK_EQ(ftruncate(fd, 22), 0);
    CHECK_EQ(close(fd), 0);

    /* The directory has room for an entry. */
    fd = open("/full/empty", O_WRONLY | O_CREAT | O_EXCL, 0666);
    CHECK_FAILS(write(fd, "x", 1), ENOSPC);
    CHECK_EQ(size_of("/full/empty"), 0);
    CHECK_EQ(close(fd), 0);
    CHECK_FAILS(symlink("text", "/full/link"), ENOSPC);
    CHECK_FAILS(lstat("/full/link", &(struct stat){0}), ENOENT);
    CHECK_EQ(mkdir("/full/dir", 0777), 0);
    CHECK_FAILS(open("/full/dir/first", O_WRONLY | O_CREAT, 0666), ENOSPC);
    CHECK_FAILS(mkdir("/full/dir/first", 0777), ENOSPC);
    CHECK_FAILS(link("/full/small", "/full/dir/first"), ENOSPC);
    CHECK_FAILS(rename("/full/small", "/full/dir/first"), ENOSPC);
    CHECK_EQ(rmdir("/full/dir"), 0); /* still empty */
    CHECK_EQ(size_of("/full/small"), 22);
    CHECK_EQ(rename("/full/small", "/full/moved"), 0);
    CHECK_EQ(rename("/full/moved", "/full/small"), 0);
    CHECK_EQ(unlink("/full/empty"), 0);
}

/* Several processes together write more than fits. */
static void fill_all(int all)
{
    pid_t pids[4];
    char name[32];
    for (int i = 0; i < 4; i++) {
        sprintf(name, "/full/part%d", i);
        pids[i] = START_CHILD(fill(name));
    }
    for (int i = 0; i < 4; i++)
        CHECK_EQ(child_wait(pids[i]), 0); /* all, before there is room again */
    int total = blocks_left();
    for (int i = 0; i < 4; i++) {
        sprintf(name, "/full/part%d", i);
        total += blocks_of(name);
        CHECK_EQ(unlink(name), 0);
    }
    CHECK_EQ(total, all);
}

/* Fills the disk with one file and with many, however many blocks of pointers these need. */
static void fill_and_empty(void)
{
    off_t size = fill("/full/filler");
    int all = blocks_left() + blocks_of("/full/filler");
    nothing_fits();
    CHECK_EQ(truncate("/full/filler", size / 2), 0);
    fill("/full/filler");
    CHECK_EQ(size_of("/full/filler"), size);
    CHECK_EQ(unlink("/full/filler"), 0);
    CHECK_EQ(unlink("/full/rest"), 0);
    fill_all(all);
    CHECK_EQ(unlink("/full/rest"), 0);
    CHECK_EQ(fill("/full/filler"), size); /* not a block was lost */
    CHECK_EQ(unlink("/full/filler"), 0);
}

/* Uses so many blocks that a file which fills the rest of the disk leaves one.  The file takes that
 * for a block of pointers, which goes when the file is cut. */
static void leave_one_block(void)
{
    off_t full = fill("/full/filler") / BLOCK, without_new = FS_DIRECT;
    CHECK(full > without_new);
    while (without_new + FS_PTRS < full)
        without_new += FS_PTRS;
    CHECK_EQ(truncate("/full/filler", without_new * BLOCK), 0);
    fill("/full/pad");
    CHECK_EQ(truncate("/full/pad", size_of("/full/pad") - BLOCK), 0);
    CHECK_EQ(fill("/full/filler"), 0);
    CHECK_EQ(truncate("/full/filler", (without_new - 1) * BLOCK), 0);
    CHECK_EQ(blocks_left(), 2);
    CHECK_EQ(unlink("/full/rest"), 0);
    CHECK_EQ(unlink("/full/filler"), 0);
}

/* To fill a large disk again and again would take long: one file has all but ROOM of it. */
static void leave_room(void)
{
    fill("/full/ballast");
    off_t nbytes = size_of("/full/ballast");
    CHECK_EQ(truncate("/full/ballast", nbytes > ROOM ? nbytes - ROOM : 0), 0);
}

int main(void)
{
    memset(buf, 'f', sizeof(buf));
    CHECK_EQ(mkdir("/full", 0777), 0);
    int fd = open("/full/small", O_WRONLY | O_CREAT, 0666);
    CHECK_EQ(write(fd, "0123456789", 10), 10);
    CHECK_EQ(close(fd), 0);
    leave_room();
    fill_and_empty();
    leave_one_block();
    fill_and_empty();
    CHECK_EQ(unlink("/full/pad"), 0);
    CHECK_EQ(unlink("/full/ballast"), 0);
    return 0;
}
