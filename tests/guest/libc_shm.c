/* shm_open: memory with a name, which processes share, until shm_unlink and the last munmap. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <fcntl.h>

int main(void)
{
    CHECK_FAILS(shm_open("/m", O_RDWR, 0666), ENOENT);
    CHECK_FAILS(shm_open("/a/b", O_RDWR | O_CREAT, 0666), EINVAL);
    int fd = shm_open("/m", O_RDWR | O_CREAT | O_EXCL, 0666);
    CHECK(fd >= 0);
    CHECK_EQ(fcntl(fd, F_GETFD), FD_CLOEXEC);
    CHECK_FAILS(shm_open("/m", O_RDWR | O_CREAT | O_EXCL, 0666), EEXIST);
    CHECK_EQ(ftruncate(fd, PAGE_SIZE), 0);
    char *p = mmap(NULL, PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(p != MAP_FAILED);
    CHECK_EQ(IN_CHILD({
                 int mine = shm_open("m", O_RDWR, 0);
                 char *q = mmap(NULL, PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, mine, 0);
                 CHECK(q != MAP_FAILED);
                 q[1] = 'q';
             }),
             CHILD_DONE);
    CHECK_EQ(p[1], 'q');
    CHECK_EQ(shm_unlink("/m"), 0);
    CHECK_FAILS(shm_unlink("/m"), ENOENT);
    CHECK_EQ(p[1], 'q');
    return 0;
}
