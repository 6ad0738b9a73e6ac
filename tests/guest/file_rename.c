/* rename: over nothing, over files and directories, and all that it must refuse. */
#include "child.h"
#include <fcntl.h>
#include <sys/stat.h>

static ino_t ino_of(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 ? st.st_ino : 0;
}

static ino_t make_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    CHECK(fd >= 0);
    CHECK_EQ(close(fd), 0);
    return ino_of(path);
}

static ino_t make_dir(const char *path)
{
    CHECK_EQ(mkdir(path, 0777), 0);
    return ino_of(path);
}

/* The file has the new name alone. */
static void check_moved(ino_t ino, const char *from, const char *to)
{
    CHECK_EQ(rename(from, to), 0);
    CHECK_EQ(ino_of(from), 0);
    CHECK_EQ(ino_of(to), ino);
}

/* Nothing has changed. */
static void check_refused(const char *from, const char *to, int error)
{
    ino_t a = ino_of(from), b = ino_of(to);
    CHECK_FAILS(rename(from, to), error);
    CHECK_EQ(ino_of(from), a);
    CHECK_EQ(ino_of(to), b);
}

static void files(void)
{
    ino_t a = make_file("a");
    check_moved(a, "a", "b");
    make_dir("d");
    check_moved(a, "b", "d/c");
    check_moved(a, "d/c", "a");
    make_file("over");
    int fd = open("over", O_RDWR);
    CHECK_EQ(write(fd, "old", 3), 3);
    check_moved(a, "a", "over");
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0); /* the replaced one lives as long as it is open */
    CHECK_EQ(st.st_nlink, 0);
    CHECK_EQ(st.st_size, 3);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(rename("over", "over"), 0);
    CHECK_EQ(link("over", "twin"), 0);
    CHECK_EQ(rename("over", "twin"), 0); /* two names of one file: both stay (POSIX) */
    CHECK_EQ(ino_of("over"), a);
    CHECK_EQ(ino_of("twin"), a);
    CHECK_EQ(symlink("nothing", "link"), 0);
    check_moved(ino_of("link"), "link", "twin"); /* the link itself */
    CHECK_EQ(lstat("over", &st), 0);
    CHECK_EQ(st.st_nlink, 1);
    check_moved(a, "over", "twin"); /* onto a link: replaces it */
    check_moved(a, "twin", "file");
}

static void directories(void)
{
    ino_t top = make_dir("top"), sub = make_dir("top/sub");
    make_file("top/sub/leaf");
    check_moved(sub, "top/sub", "sub");
    CHECK_EQ(ino_of("sub/.."), ino_of("."));
    CHECK_EQ(ino_of("sub/leaf") > 0, 1);
    check_moved(top, "top", "sub/top");
    CHECK_EQ(ino_of("sub/top/.."), sub);
    check_moved(top, "sub/top/", "up/");
    make_dir("empty");
    check_moved(top, "up", "empty"); /* over an empty directory */
    CHECK_EQ(ino_of("empty/.."), ino_of("."));
    make_dir("inner");
    check_moved(ino_of("inner"), "inner", "empty/inner");
    check_moved(ino_of("empty/inner"), "empty/inner", "d"); /* d was left empty */
}

static void refused(void)
{
    check_refused("none", "x", ENOENT);
    check_refused("file", "none/x", ENOENT);
    check_refused("none/x", "file", ENOENT);
    check_refused("file/x", "x", ENOTDIR);
    check_refused("file", "file/x", ENOTDIR);
    check_refused("file", "sub", EISDIR);
    check_refused("sub", "file", ENOTDIR);
    check_refused("d", "sub", ENOTEMPTY);
    check_refused("sub", ".", EINVAL);
    check_refused(".", "x", EINVAL);
    check_refused("sub/..", "x", EINVAL);
    check_refused("/", "x", EINVAL);
    check_refused("sub", "/", EINVAL);
    check_refused("file/", "x", ENOTDIR);
    check_refused("file", "x/", ENOTDIR);
    CHECK_EQ(link("file", "same"), 0);
    check_refused("file", "file/", ENOTDIR);
    check_refused("file/", "file", ENOTDIR);
    check_refused("file/", "same", ENOTDIR);
    check_refused("file", "same/", ENOTDIR);
    CHECK_EQ(unlink("same"), 0);
    check_refused("file", "", ENOENT);
    check_refused("", "x", ENOENT);
    CHECK_EQ(mkdir("sub/one", 0777), 0);
    CHECK_EQ(mkdir("sub/one/two", 0777), 0);
    check_refused("sub", "sub/x", EINVAL);
    check_refused("sub", "sub/one/two/x", EINVAL);
    check_refused("sub/one", "sub/one/two", EINVAL);
    check_refused("sub/one/two", "sub", ENOTEMPTY); /* over its own ancestor */
    CHECK_EQ(rename("sub", "sub"), 0);
    CHECK_EQ(rename("sub/", "sub/"), 0);
    check_refused("file",
                  "1234567890123456789012345678901234567890"
                  "12345678901234567890",
                  ENAMETOOLONG);
    CHECK_FAILS(rename(nowhere(), "x"), EFAULT);
    CHECK_FAILS(rename("file", nowhere()), EFAULT);
}

/* Nothing can be moved into a removed directory. */
static void into_removed(void)
{
    CHECK_EQ(mkdir("gone", 0777), 0);
    int status = IN_CHILD({
        CHECK_EQ(chdir("gone"), 0);
        CHECK_EQ(rmdir("../gone"), 0);
        CHECK_FAILS(rename("/tmp/rename/file", "file"), ENOENT);
    });
    CHECK_EQ(status, 0);
    CHECK(ino_of("file") > 0);
}

int main(void)
{
    CHECK_EQ(mkdir("/tmp/rename", 0777), 0);
    CHECK_EQ(chdir("/tmp/rename"), 0);
    files();
    directories();
    refused();
    into_removed();
    return 0;
}
