/* A private mapping of a file has the file's bytes; stores to it do not reach the file, and pages
 * after the file's end may not be touched. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <fcntl.h>

#define SIZE (PAGE_SIZE + 100)

static char bytes[SIZE];

static void *map(size_t n, int prot, int flags, int fd, off_t off)
{
    return mmap(NULL, n, prot, flags, fd, off);
}

int main(void)
{
    int fd = open("/tmp/f", O_RDWR | O_CREAT | O_TRUNC, 0666),
        only_write = open("/tmp/f", O_WRONLY);
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (char)(i % 251);
    CHECK_EQ(write(fd, bytes, SIZE), SIZE);
    char *p = map(4 * PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    CHECK(p != MAP_FAILED);
    CHECK_EQ(memcmp(p, bytes, SIZE), 0);
    CHECK_EQ(p[SIZE], 0);
    CHECK_EQ(p[2 * PAGE_SIZE - 1], 0);
    CHECK_KILLED(IN_CHILD(p[2 * PAGE_SIZE] = 1), SIGBUS);
    p[0] = 'x';
    char byte;
    CHECK_EQ(pread(fd, &byte, 1, 0), 1);
    CHECK_EQ(byte, 0);
    CHECK_EQ(lseek(fd, 0, SEEK_CUR), SIZE);
    const char *q = map(100, PROT_READ, MAP_PRIVATE, fd, PAGE_SIZE);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(memcmp(q, bytes + PAGE_SIZE, 100), 0);
    CHECK_KILLED(IN_CHILD(*(char *)q = 1), SIGSEGV);

    fd = open("/tmp/f", O_RDONLY);
    CHECK_FAILS((long)map(1, PROT_READ, MAP_PRIVATE, only_write, 0), EACCES);
    CHECK_FAILS((long)map(1, PROT_READ, MAP_PRIVATE, fd, 1), EINVAL);
    CHECK_FAILS((long)map(0, PROT_READ, MAP_PRIVATE, fd, 0), EINVAL);
    CHECK_FAILS((long)map(1, PROT_READ, MAP_PRIVATE, 99, 0), EBADF);
    CHECK_FAILS((long)map(1, PROT_READ, MAP_PRIVATE, open("/tmp", O_RDONLY), 0), ENODEV);
    return 0;
}
