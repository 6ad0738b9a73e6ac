/* A file's position: shared by dup and fork, not by a second open; lseek; O_APPEND; access modes.
 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAME "/tmp/positions"

static void shared(void)
{
    int fd = open(NAME, O_RDWR | O_CREAT | O_TRUNC, 0666);
    CHECK_EQ(write(fd, "abcdef", 6), 6);
    int copy = dup(fd), other = open(NAME, O_RDONLY);
    CHECK_EQ(lseek(fd, 1, SEEK_SET), 1);
    char buf[8];
    CHECK_EQ(read(copy, buf, 1), 1);
    CHECK_EQ(buf[0], 'b');
    pid_t pid = fork();
    if (pid == 0) {
        CHECK_EQ(read(fd, buf, 1), 1);
        _exit(buf[0]);
    }
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(WEXITSTATUS(status), 'c');
    CHECK_EQ(lseek(copy, 0, SEEK_CUR), 3);
    CHECK_EQ(lseek(other, 0, SEEK_CUR), 0);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(close(copy), 0);
    CHECK_EQ(close(other), 0);
}

static void seeking(void)
{
    int fd = open(NAME, O_RDWR);
    CHECK_EQ(lseek(fd, -2, SEEK_END), 4);
    char buf[8];
    CHECK_EQ(read(fd, buf, 8), 2);
    CHECK_EQ(read(fd, buf, 8), 0);
    CHECK_FAILS(lseek(fd, -1, SEEK_SET), EINVAL);
    CHECK_FAILS(lseek(fd, 0, 7), EINVAL);
    CHECK_FAILS(lseek(fd, INT64_MAX, SEEK_CUR), EOVERFLOW);
    CHECK_EQ(lseek(fd, 0, SEEK_CUR), 6); /* a bad call does not move it */
    CHECK_EQ(lseek(fd, 10, SEEK_SET), 10);
    CHECK_EQ(read(fd, buf, 8), 0);
    CHECK_EQ(write(fd, "z", 1), 1);
    CHECK_EQ(lseek(fd, 5, SEEK_SET), 5);
    CHECK_EQ(read(fd, buf, 8), 6);
    CHECK_EQ(memcmp(buf, "f\0\0\0\0z", 6), 0); /* the gap reads as zeros */
    int p[2];
    CHECK_EQ(pipe(p), 0);
    CHECK_FAILS(lseek(p[0], 0, SEEK_CUR), ESPIPE);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(close(p[1]), 0);
}

static void appending(void)
{
    int a = open(NAME, O_WRONLY | O_APPEND | O_TRUNC), b = open(NAME, O_WRONLY | O_APPEND);
    CHECK_EQ(write(a, "one", 3), 3);
    CHECK_EQ(write(b, "two", 3), 3);
    CHECK_EQ(lseek(a, 0, SEEK_SET), 0);
    CHECK_EQ(write(a, "three", 5), 5);
    CHECK_EQ(lseek(a, 0, SEEK_CUR), 11);
    CHECK_EQ(ftruncate(b, 3), 0);
    CHECK_EQ(write(a, "!", 1), 1);
    CHECK_EQ(lseek(b, 0, SEEK_END), 4);
    CHECK_EQ(close(a), 0);
    CHECK_EQ(close(b), 0);
}

static void modes(void)
{
    int in = open(NAME, O_RDONLY), out = open(NAME, O_WRONLY), dir = open("/tmp", O_RDONLY);
    CHECK_FAILS(write(in, "x", 1), EBADF);
    char buf[8];
    CHECK_FAILS(read(out, buf, 1), EBADF);
    CHECK_FAILS(ftruncate(in, 0), EINVAL);
    CHECK_FAILS(ftruncate(out, -1), EINVAL);
    CHECK_FAILS(read(dir, buf, 1), EISDIR);
    CHECK_FAILS(open(NAME, O_ACCMODE), EINVAL);
    CHECK_FAILS(open("/tmp", O_RDWR), EISDIR);
    CHECK_EQ(close(in), 0);
    CHECK_EQ(close(out), 0);
    CHECK_EQ(close(dir), 0);
}

int main(void)
{
    shared();
    seeking();
    appending();
    modes();
    return 0;
}
