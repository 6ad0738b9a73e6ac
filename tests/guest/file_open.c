/* open: what each flag does, and the error for each way in which it cannot. */
#include "child.h"
#include <fcntl.h>
#include <sys/stat.h>

#define DIRECTORY "/tmp/open"

static off_t size_of(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? st.st_size : -1;
}

static void write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    CHECK_EQ(write(fd, text, strlen(text)), strlen(text));
    CHECK_EQ(close(fd), 0);
}

static void creating(void)
{
    CHECK_FAILS(open("new", O_RDWR), ENOENT);
    int fd = open("new", O_RDWR | O_CREAT | O_EXCL, 0640);
    CHECK(fd >= 0);
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_mode, S_IFREG | 0640);
    CHECK_EQ(write(fd, "12345", 5), 5);
    CHECK_EQ(close(fd), 0);
    fd = open("new", O_WRONLY | O_CREAT, 0777); /* it exists: neither truncated nor changed */
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_mode, S_IFREG | 0640);
    CHECK_EQ(st.st_size, 5);
    CHECK_EQ(close(fd), 0);
    CHECK_FAILS(open("new", O_RDWR | O_CREAT | O_EXCL, 0666), EEXIST);
    CHECK_FAILS(open("new", O_RDWR | O_CREAT | O_EXCL | O_TRUNC, 0666), EEXIST);
    CHECK_EQ(size_of("new"), 5);
    CHECK_FAILS(open(".", O_RDONLY | O_CREAT, 0666), EISDIR);
    CHECK_FAILS(open(".", O_RDONLY | O_CREAT | O_EXCL, 0666), EEXIST);
    CHECK_FAILS(open("/", O_WRONLY | O_CREAT | O_EXCL | O_TRUNC, 0666), EEXIST);
    CHECK_FAILS(open("missing/..", O_RDWR | O_CREAT | O_EXCL, 0666), ENOENT);
    CHECK_FAILS(open("missing/new", O_RDWR | O_CREAT, 0666), ENOENT);
    CHECK_FAILS(open("new/new", O_RDWR | O_CREAT, 0666), ENOTDIR);
    CHECK_FAILS(open("new/", O_RDWR), ENOTDIR);
    CHECK_FAILS(open("", O_RDONLY), ENOENT);
    CHECK_FAILS(open("slash/", O_RDWR | O_CREAT, 0666), ENOENT);
    CHECK_EQ(size_of("slash"), -1);
}

/* O_CREAT follows a dangling link and creates what it names, but not with O_EXCL. */
static void creating_through_links(void)
{
    CHECK_EQ(symlink("behind", "link"), 0);
    CHECK_FAILS(open("link", O_RDONLY), ENOENT);
    CHECK_FAILS(open("link", O_WRONLY | O_CREAT | O_EXCL, 0666), EEXIST);
    CHECK_EQ(size_of("behind"), -1);
    int fd = open("link", O_WRONLY | O_CREAT, 0666);
    CHECK_EQ(write(fd, "abc", 3), 3);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(size_of("behind"), 3);
    CHECK_FAILS(open("link", O_RDONLY | O_NOFOLLOW), ELOOP);
    CHECK_FAILS(open("link", O_WRONLY | O_TRUNC | O_NOFOLLOW), ELOOP);
    CHECK_FAILS(open("link", O_WRONLY | O_CREAT | O_EXCL, 0666), EEXIST);
    CHECK_EQ(size_of("behind"), 3);
    fd = open("behind", O_RDONLY | O_NOFOLLOW);
    CHECK(fd >= 0);
    CHECK_EQ(close(fd), 0);
}

static void truncating(void)
{
    write_file("cut", "0123456789");
    int reader = open("cut", O_RDONLY);
    char buf[8];
    CHECK_EQ(read(reader, buf, 4), 4);
    CHECK_FAILS(open("cut/", O_WRONLY | O_TRUNC), ENOTDIR);
    CHECK_FAILS(open("cut", O_WRONLY | O_TRUNC | O_DIRECTORY), ENOTDIR);
    CHECK_FAILS(open("cut", O_RDONLY | O_TRUNC), EINVAL);
    CHECK_EQ(size_of("cut"), 10);
    int fd = open("cut", O_WRONLY | O_TRUNC);
    CHECK_EQ(size_of("cut"), 0);
    CHECK_EQ(read(reader, buf, 4), 0); /* past the end now */
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(close(reader), 0);
    CHECK_EQ(close(open("/dev/null", O_WRONLY | O_TRUNC)), 0);
}

static void appending(void)
{
    char buf[8] = "";
    write_file("grow", "ab");
    int end = open("grow", O_RDWR | O_APPEND), start = open("grow", O_WRONLY);
    CHECK_EQ(lseek(end, 0, SEEK_CUR), 0);
    CHECK_EQ(write(start, "ABCD", 4), 4);
    CHECK_EQ(lseek(end, 0, SEEK_SET), 0);
    CHECK_EQ(write(end, "ef", 2), 2);
    CHECK_EQ(lseek(end, 0, SEEK_CUR), 6);
    CHECK_EQ(lseek(end, 0, SEEK_SET), 0);
    CHECK_EQ(read(end, buf, 8), 6);
    CHECK_EQ(memcmp(buf, "ABCDef", 6), 0);
    CHECK_EQ(close(end), 0);
    CHECK_EQ(close(start), 0);
}

static void directories(void)
{
    int fd = open(".", O_RDONLY | O_DIRECTORY);
    CHECK(fd >= 0);
    char byte;
    CHECK_FAILS(read(fd, &byte, 1), EISDIR);
    CHECK_FAILS(write(fd, &byte, 1), EBADF);
    CHECK_FAILS(ftruncate(fd, 0), EINVAL);
    CHECK_EQ(close(fd), 0);
    CHECK_FAILS(open(".", O_WRONLY), EISDIR);
    CHECK_FAILS(open(".", O_RDWR), EISDIR);
    CHECK_FAILS(open("/", O_RDWR | O_TRUNC), EISDIR);
    CHECK_FAILS(open("cut", O_RDONLY | O_DIRECTORY), ENOTDIR);
    CHECK_FAILS(open("/dev/null", O_RDONLY | O_DIRECTORY), ENOTDIR);
    CHECK_FAILS(open("made", O_RDONLY | O_CREAT | O_DIRECTORY, 0777), EINVAL);
    CHECK_EQ(size_of("made"), -1);
}

static void access_modes(void)
{
    char byte = 'x';
    int r = open("cut", O_RDONLY), w = open("cut", O_WRONLY);
    CHECK_FAILS(write(r, &byte, 1), EBADF);
    CHECK_FAILS(read(w, &byte, 1), EBADF);
    CHECK_FAILS(ftruncate(r, 1), EINVAL);
    CHECK_FAILS(open("cut", O_ACCMODE), EINVAL);
    CHECK_FAILS(open(nowhere(), O_RDONLY), EFAULT);
    CHECK_EQ(fcntl(w, F_GETFD), 0);
    CHECK_EQ(close(r), 0);
    CHECK_EQ(close(w), 0);
    r = open("cut", O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    CHECK_EQ(fcntl(r, F_GETFD), FD_CLOEXEC);
    CHECK_EQ(fcntl(r, F_GETFL), O_RDONLY | O_NONBLOCK);
    CHECK_EQ(read(r, &byte, 1), 0); /* the end, not EAGAIN */
    CHECK_EQ(close(r), 0);
    CHECK_FAILS(close(r), EBADF);
}

int main(void)
{
    CHECK_EQ(mkdir(DIRECTORY, 0777), 0);
    CHECK_EQ(chdir(DIRECTORY), 0);
    creating();
    creating_through_links();
    truncating();
    appending();
    directories();
    access_modes();
    CHECK_EQ(open("/dev/null", O_RDONLY), 3); /* nothing that failed has kept a descriptor */
    return 0;
}
