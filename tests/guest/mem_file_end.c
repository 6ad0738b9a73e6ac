/* A shared mapping of a file whose size changes: pages after the end give SIGBUS, of a private
 * mapping too; what is stored after the end is in no file; what a truncation cuts off is zeros when
 * the file grows again. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <fcntl.h>
#include <sys/stat.h>

#define RW (PROT_READ | PROT_WRITE)

int main(void)
{
    int fd = open("/tmp/f", O_RDWR | O_CREAT | O_TRUNC, 0666);
    CHECK_EQ(ftruncate(fd, PAGE_SIZE + 10), 0);
    char *p = mmap(NULL, 4 * PAGE_SIZE, RW, MAP_SHARED, fd, 0);
    char *private = mmap(NULL, 4 * PAGE_SIZE, RW, MAP_PRIVATE, fd, 0);
    CHECK_KILLED(IN_CHILD(p[2 * PAGE_SIZE] = 1), SIGBUS);
    CHECK_KILLED(IN_CHILD(p[4 * PAGE_SIZE - 1] = 1), SIGBUS);
    CHECK_KILLED(IN_CHILD(private[2 * PAGE_SIZE] = 1), SIGBUS);
    CHECK_EQ(mprotect(private, 4 * PAGE_SIZE, PROT_READ), 0);
    CHECK_KILLED(IN_CHILD((void)*(volatile char *)(private + 3 * PAGE_SIZE)), SIGBUS);
    CHECK_FAILS(write(fd, p + 2 * PAGE_SIZE, 1), EFAULT);

    p[PAGE_SIZE + 9] = 'x';
    p[PAGE_SIZE + 10] = 'y'; /* after the end */
    CHECK_EQ(msync(p, 4 * PAGE_SIZE, MS_SYNC), 0);
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_size, PAGE_SIZE + 10);
    CHECK_EQ(ftruncate(fd, PAGE_SIZE + 20), 0);
    CHECK_EQ(p[PAGE_SIZE + 9], 'x');
    CHECK_EQ(p[PAGE_SIZE + 10], 0);
    p[PAGE_SIZE + 20] = 'y';
    CHECK_EQ(pwrite(fd, "z", 1, PAGE_SIZE + 22), 1);
    CHECK_EQ(p[PAGE_SIZE + 20], 0);
    CHECK_EQ(p[PAGE_SIZE + 22], 'z');

    memset(p, 'a', 2 * PAGE_SIZE);
    CHECK_EQ(ftruncate(fd, 5), 0);
    CHECK_EQ(lseek(fd, 0, SEEK_END), 5);
    p[PAGE_SIZE] = 'b';
    CHECK_EQ(ftruncate(fd, 2 * PAGE_SIZE), 0);
    CHECK_EQ(p[4], 'a');
    CHECK_EQ(p[5], 0);
    CHECK_EQ(p[PAGE_SIZE], 0);
    p[PAGE_SIZE] = 'c'; /* there is no block for it any more */
    CHECK_EQ(munmap(p, 4 * PAGE_SIZE), 0);
    char bytes[2];
    CHECK_EQ(pread(fd, bytes, 2, PAGE_SIZE), 2);
    CHECK_EQ(bytes[0], 'c');
    CHECK_EQ(bytes[1], 0);
    p = mmap(NULL, PAGE_SIZE, RW, MAP_SHARED, fd, 100 * PAGE_SIZE);
    CHECK_KILLED(IN_CHILD(*p = 1), SIGBUS);
    return 0;
}
