/* link and unlink: counts of names, one file under all of them, and what is refused. */
#include "child.h"
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

static struct stat stat_of(const char *path)
{
    struct stat st;
    CHECK_EQ(lstat(path, &st), 0);
    return st;
}

static void one_file(void)
{
    int fd = open("a", O_RDWR | O_CREAT | O_EXCL, 0666);
    CHECK_EQ(write(fd, "first", 5), 5);
    CHECK_EQ(link("a", "b"), 0);
    CHECK_EQ(mkdir("d", 0777), 0);
    CHECK_EQ(link("b", "d/c"), 0);
    CHECK_EQ(stat_of("a").st_nlink, 3);
    CHECK_EQ(stat_of("d/c").st_ino, stat_of("a").st_ino);
    CHECK_EQ(truncate("d/c", 2), 0);
    CHECK_EQ(chmod("b", 0600), 0);
    CHECK_EQ(stat_of("a").st_mode, S_IFREG | 0600);
    CHECK_EQ(unlink("a"), 0);
    CHECK_EQ(unlink("d/c"), 0);
    CHECK_EQ(stat_of("b").st_nlink, 1);
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    char buf[8];
    CHECK_EQ(read(fd, buf, 8), 2);
    CHECK_EQ(close(fd), 0);
}

static void refused(void)
{
    CHECK_FAILS(link("none", "x"), ENOENT);
    CHECK_FAILS(link("b", "none/x"), ENOENT);
    CHECK_FAILS(link("b", "b"), EEXIST);
    CHECK_FAILS(link("b", "d"), EEXIST);
    CHECK_FAILS(link("b", "."), EEXIST);
    CHECK_FAILS(link("d", "x"), EPERM);
    CHECK_FAILS(link(".", "x"), EPERM);
    CHECK_FAILS(link("b/x", "x"), ENOTDIR);
    CHECK_FAILS(link("b", "b/x"), ENOTDIR);
    CHECK_FAILS(link("b/", "x"), ENOTDIR);
    CHECK_FAILS(link("b", "x/"), ENOENT);
    CHECK_FAILS(link("b", ""), ENOENT);
    CHECK_FAILS(link("", "x"), ENOENT);
    CHECK_FAILS(link("b", nowhere()), EFAULT);
    CHECK_EQ(stat_of("b").st_nlink, 1);

    CHECK_FAILS(unlink("none"), ENOENT);
    CHECK_FAILS(unlink("b/x"), ENOTDIR);
    CHECK_FAILS(unlink("b/"), ENOTDIR);
    CHECK_FAILS(unlink(""), ENOENT);
    CHECK_FAILS(unlink("d"), EISDIR);
    CHECK_FAILS(unlink("d/."), EISDIR);
    CHECK_FAILS(unlink("/"), EISDIR);
    CHECK_FAILS(unlink(nowhere()), EFAULT);
    CHECK_EQ(stat_of("b").st_nlink, 1);
    CHECK(S_ISDIR(stat_of("d").st_mode));
}

/* A link can have names as any file; a name that is freed can be used again. */
static void of_a_link(void)
{
    CHECK_EQ(symlink("nowhere", "s"), 0);
    CHECK_EQ(link("s", "t"), 0);
    CHECK_EQ(stat_of("t").st_ino, stat_of("s").st_ino);
    CHECK(S_ISLNK(stat_of("t").st_mode));
    CHECK_EQ(unlink("s"), 0);
    CHECK_EQ(unlink("t"), 0);
    for (int i = 0; i < 100; i++) {
        CHECK_EQ(link("b", "again"), 0);
        CHECK_EQ(unlink("again"), 0);
    }
    CHECK_EQ(stat_of(".").st_size, 4 * 64); /* entries for as many names as there were at once */
}

int main(void)
{
    CHECK_EQ(mkdir("/tmp/hard", 0777), 0);
    CHECK_EQ(chdir("/tmp/hard"), 0);
    one_file();
    refused();
    of_a_link();
    return 0;
}
