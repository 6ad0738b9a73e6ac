/* Errors of shared mappings of files: of mmap, mprotect, msync. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <fcntl.h>

static void *map(int prot, int fd, off_t off)
{
    return mmap(NULL, PAGE_SIZE, prot, MAP_SHARED, fd, off);
}

int main(void)
{
    int fd = open("/tmp/f", O_RDWR | O_CREAT | O_TRUNC, 0666), fds[2];
    int reads = open("/tmp/f", O_RDONLY), writes = open("/tmp/f", O_WRONLY);
    CHECK_EQ(ftruncate(fd, 2 * PAGE_SIZE), 0);
    CHECK_EQ(pipe(fds), 0);
    CHECK_FAILS((long)map(PROT_READ, writes, 0), EACCES);
    CHECK_FAILS((long)map(PROT_WRITE, writes, 0), EACCES);
    CHECK_FAILS((long)map(PROT_WRITE, reads, 0), EACCES);
    CHECK_FAILS((long)map(PROT_READ, fds[0], 0), ENODEV);
    CHECK_FAILS((long)map(PROT_READ, open("/dev/null", O_RDWR), 0), ENODEV);
    CHECK_FAILS((long)map(PROT_READ, open("/tmp", O_RDONLY), 0), ENODEV);
    CHECK_FAILS((long)map(PROT_READ, 99, 0), EBADF);
    CHECK_FAILS((long)map(PROT_READ, fd, 1), EINVAL);
    CHECK_FAILS((long)map(PROT_READ, fd, -PAGE_SIZE), EINVAL);
    CHECK_FAILS((long)mmap(NULL, 0, PROT_READ, MAP_SHARED, fd, 0), EINVAL);
    CHECK_FAILS((long)mmap(NULL, 1ul << 60, PROT_READ, MAP_SHARED, fd, 0), ENOMEM);

    char *p = map(PROT_READ, reads, 0), *q = map(PROT_READ, fd, 0);
    CHECK(p != MAP_FAILED);
    CHECK_FAILS(mprotect(p, PAGE_SIZE, PROT_READ | PROT_WRITE), EACCES);
    CHECK_EQ(mprotect(p, PAGE_SIZE, PROT_NONE), 0);
    CHECK_FAILS(mprotect(p, PAGE_SIZE, PROT_WRITE), EACCES);
    CHECK_KILLED(IN_CHILD(*p = 1), SIGSEGV);
    CHECK_EQ(mprotect(q, PAGE_SIZE, PROT_READ | PROT_WRITE), 0);
    *q = 'q';
    CHECK_EQ(mprotect(p, PAGE_SIZE, PROT_READ), 0);
    CHECK_EQ(*p, 'q');

    CHECK_FAILS(msync(q + 1, PAGE_SIZE, MS_SYNC), EINVAL);
    CHECK_FAILS(msync(q, PAGE_SIZE, MS_SYNC | MS_ASYNC), EINVAL);
    CHECK_FAILS(msync(q, PAGE_SIZE, 64), EINVAL);
    CHECK_EQ(msync(q, PAGE_SIZE, MS_ASYNC), 0);
    CHECK_EQ(munmap(q, PAGE_SIZE), 0);
    CHECK_FAILS(msync(q, PAGE_SIZE, MS_SYNC), ENOMEM);
    CHECK_FAILS(msync(p, (size_t)-1, MS_SYNC), ENOMEM);
    return 0;
}
