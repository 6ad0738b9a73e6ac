/* mkdir and rmdir: what they create and remove, and what they refuse. */
#include "child.h"
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

static struct stat stat_of(const char *path)
{
    struct stat st;
    CHECK_EQ(lstat(path, &st), 0);
    return st;
}

static void making(void)
{
    CHECK_EQ(mkdir("a", 0750), 0);
    CHECK_EQ(stat_of("a").st_mode, S_IFDIR | 0750);
    CHECK_EQ(stat_of("a").st_nlink, 1);
    CHECK_EQ(stat_of("a/.").st_ino, stat_of("a").st_ino);
    CHECK_EQ(stat_of("a/..").st_ino, stat_of(".").st_ino);
    CHECK_EQ(mkdir("a/b/", 0777), 0);
    CHECK_FAILS(mkdir("a", 0777), EEXIST);
    CHECK_FAILS(mkdir("a/.", 0777), EEXIST);
    CHECK_FAILS(mkdir("a/..", 0777), EEXIST);
    CHECK_FAILS(mkdir("/", 0777), EEXIST);
    CHECK_FAILS(mkdir("none/x", 0777), ENOENT);
    CHECK_FAILS(mkdir("", 0777), ENOENT);
    CHECK_EQ(close(open("a/file", O_WRONLY | O_CREAT, 0666)), 0);
    CHECK_FAILS(mkdir("a/file", 0777), EEXIST);
    CHECK_FAILS(mkdir("a/file/x", 0777), ENOTDIR);
    CHECK_FAILS(mkdir(nowhere(), 0777), EFAULT);
}

static void removing(void)
{
    CHECK_FAILS(rmdir("a"), ENOTEMPTY);
    CHECK_FAILS(rmdir("a/file"), ENOTDIR);
    CHECK_FAILS(rmdir("a/none"), ENOENT);
    CHECK_FAILS(rmdir("a/b/."), EINVAL);
    CHECK_FAILS(rmdir("a/b/.."), ENOTEMPTY);
    CHECK_FAILS(rmdir("a/."), EINVAL);
    CHECK_FAILS(rmdir("/"), EBUSY);
    CHECK_FAILS(rmdir(""), ENOENT);
    CHECK_FAILS(rmdir(nowhere()), EFAULT);
    CHECK_EQ(rmdir("a/b/"), 0);
    CHECK_FAILS(rmdir("a/b"), ENOENT);
    CHECK_FAILS(rmdir("a"), ENOTEMPTY);
    CHECK_EQ(unlink("a/file"), 0);
    CHECK_EQ(rmdir("a"), 0);
    CHECK_FAILS(lstat("a", &(struct stat){0}), ENOENT);
}

/* An open directory can be removed; it has no links then, and no entries. */
static void open_ones(void)
{
    CHECK_EQ(mkdir("open", 0777), 0);
    int fd = open("open", O_RDONLY);
    CHECK_EQ(rmdir("open"), 0);
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_nlink, 0);
    struct dirent list[4];
    CHECK_FAILS(getdents(fd, list, sizeof(list)), ENOENT);
    CHECK_EQ(close(fd), 0);
}

int main(void)
{
    CHECK_EQ(mkdir("/tmp/make", 0777), 0);
    CHECK_EQ(chdir("/tmp/make"), 0);
    making();
    removing();
    open_ones();
    CHECK_EQ(chdir("/"), 0);
    CHECK_EQ(rmdir("/tmp/make"), 0);
    return 0;
}
