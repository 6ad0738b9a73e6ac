/* machine: cpus=4 */
/*
 * A full disk: each call does what still fits or fails with ENOSPC and changes nothing, removing
 * always works, and all of the room comes back.
 */
#include "child.h"
#include <abi/fs.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define BLOCK FS_BLOCK_SIZE
#define PIECE (256 * 1024)

static char buf[PIECE];

static off_t size_of(const char *path)
{
    struct stat st;
    CHECK_EQ(lstat(path, &st), 0);
    return st.st_size;
}

/* Fills the disk to its last block; how many bytes that took. */
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

    fd = open("/full/empty", O_WRONLY | O_CREAT | O_EXCL, 0666); /* an entry's place is there */
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

/* Several processes want more than there is. */
static void crowd(off_t all)
{
    pid_t pids[4];
    char name[32];
    for (int i = 0; i < 4; i++) {
        sprintf(name, "/full/part%d", i);
        pids[i] = START_CHILD(fill(name));
    }
    for (int i = 0; i < 4; i++)
        CHECK_EQ(child_wait(pids[i]), 0); /* all, before there is room again */
    off_t total = 0;
    for (int i = 0; i < 4; i++) {
        sprintf(name, "/full/part%d", i);
        total += size_of(name);
        CHECK_EQ(unlink(name), 0);
    }
    /* Together as much as one alone, but for the blocks of pointers that each has. */
    CHECK(total <= all && total > all - 64 * BLOCK);
}

int main(void)
{
    memset(buf, 'f', sizeof(buf));
    CHECK_EQ(mkdir("/full", 0777), 0);
    int fd = open("/full/small", O_WRONLY | O_CREAT, 0666);
    CHECK_EQ(write(fd, "0123456789", 10), 10);
    CHECK_EQ(close(fd), 0);
    off_t all = fill("/full/filler");
    nothing_fits();
    CHECK_EQ(truncate("/full/filler", all / 2), 0);
    fill("/full/filler");
    CHECK_EQ(size_of("/full/filler"), all);
    CHECK_EQ(unlink("/full/filler"), 0);
    crowd(all);
    CHECK_EQ(fill("/full/filler"), all); /* not a block was lost */
    CHECK_EQ(unlink("/full/filler"), 0);
    return 0;
}
