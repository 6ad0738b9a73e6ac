/* Bad pointers to every call on files and names: EFAULT, and nothing else changes. */
#include "check.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define FAULTS(call)             \
    do {                         \
        errno = 0;               \
        CHECK_EQ(call, -1);      \
        CHECK_EQ(errno, EFAULT); \
    } while (0)

static char *edge; /* the byte after the last one of readable memory */

static void paths(char *bad)
{
    FAULTS(open(bad, O_RDONLY));
    FAULTS(stat(bad, &(struct stat){0}));
    FAULTS(lstat(bad, &(struct stat){0}));
    FAULTS(stat("/", (struct stat *)bad));
    FAULTS(fstat(0, (struct stat *)bad));
    FAULTS(chdir(bad));
    FAULTS(mkdir(bad, 0777));
    FAULTS(rmdir(bad));
    FAULTS(unlink(bad));
    FAULTS(link(bad, "/tmp/x"));
    FAULTS(link("/bin/sh", bad));
    FAULTS(rename(bad, "/tmp/x"));
    FAULTS(rename("/bin/sh", bad));
    FAULTS(symlink(bad, "/tmp/x"));
    FAULTS(symlink("x", bad));
    FAULTS(readlink(bad, edge - 10, 10));
    FAULTS(readlink("/tmp/bad_link", bad, 10));
    FAULTS(chmod(bad, 0777));
}

static void transfers(char *bad)
{
    int file = open("/tmp/bad_file", O_RDWR), zero = open("/dev/zero", O_RDONLY);
    int dir = open("/", O_RDONLY), p[2];
    CHECK_EQ(pipe(p), 0);
    FAULTS(read(file, bad, 4));
    CHECK_EQ(lseek(file, 0, SEEK_CUR), 0);
    FAULTS(write(file, bad, 4));
    CHECK_EQ(lseek(file, 0, SEEK_END), 4);
    FAULTS(read(zero, bad, 1));
    FAULTS(write(p[1], bad, 1));
    CHECK_EQ(write(p[1], "ok", 2), 2);
    FAULTS(read(p[0], bad, 2));
    CHECK_EQ(read(p[0], edge - 10, 10), 2);
    CHECK_EQ(memcmp(edge - 10, "ok", 2), 0);
    FAULTS(pipe((int *)bad));
    CHECK_EQ(dup(0), p[1] + 1); /* the failed pipe() took no number */
    close(p[1] + 1);
    CHECK_EQ(close(file), 0);
    CHECK_EQ(close(zero), 0);
    CHECK_EQ(close(dir), 0);
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(close(p[1]), 0);
}

static void console(char *bad)
{
    int fd = open("/dev/console", O_RDWR);
    FAULTS(write(fd, bad, 1));
    FAULTS(ioctl(fd, TCGETS, bad));
    FAULTS(ioctl(fd, TCSETS, bad));
    FAULTS(ioctl(fd, TIOCGPGRP, bad));
    FAULTS(ioctl(fd, TIOCSPGRP, bad));
    FAULTS(ioctl(fd, TIOCGWINSZ, bad));
    FAULTS(ioctl(fd, TIOCSWINSZ, bad));
    struct termios t;
    CHECK_EQ(ioctl(fd, TCGETS, &t), 0);
    CHECK_FAILS(ioctl(fd, 0x1234, &t), ENOTTY);
    CHECK_FAILS(ioctl(0, TCGETS, &t), ENOTTY); /* /dev/null */
    int log = open("/dev/log", O_WRONLY);
    FAULTS(write(log, bad, 1));
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(close(log), 0);
}

static void names_too_long(void)
{
    static char name[PATH_MAX + 1];
    memset(name, 'x', PATH_MAX);
    CHECK_FAILS(open(name, O_RDONLY), ENAMETOOLONG);
    char *end = strcpy(edge - 8, "/bin/sh"); /* its NUL is the last byte that can be read */
    CHECK_EQ(access(end, F_OK), 0);
    memset(edge - 7, 'x', 7); /* and now there is none */
    FAULTS(open(end, O_RDONLY));
}

int main(void)
{
    char *two = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(two != MAP_FAILED);
    edge = two + 4096;
    CHECK_EQ(munmap(edge, 4096), 0);
    int file = open("/tmp/bad_file", O_CREAT | O_RDWR | O_TRUNC, 0666);
    CHECK_EQ(write(file, "1234", 4), 4);
    close(file);
    CHECK_EQ(symlink("somewhere", "/tmp/bad_link"), 0);

    char *const bad[] = {NULL,
                         edge,
                         (char *)0xffff800000000000,
                         (char *)-1,
                         (char *)0x7ffffffff000,
                         (char *)0x800000000000};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        paths(bad[i]);
        transfers(bad[i]);
        console(bad[i]);
    }
    names_too_long();
    return 0;
}
