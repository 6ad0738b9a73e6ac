/* flock's locks are those of an open file: a child shares them, and fcntl's are not in their way.
 */
/* machine: det=1 cpus=1 */
#include "locks.h"
#include <sys/file.h>

int main(void)
{
    int ends[2], fd = open("/tmp/f", O_RDWR | O_CREAT, 0666), other = open("/tmp/f", O_RDONLY);
    CHECK_EQ(flock(fd, LOCK_EX), 0);
    CHECK_FAILS(flock(other, LOCK_SH | LOCK_NB), EAGAIN);
    CHECK_EQ(set_lock(fd, F_SETLK, F_WRLCK, 0, 1), 0);
    CHECK_EQ(flock(fd, LOCK_SH), 0);
    CHECK_EQ(flock(other, LOCK_SH | LOCK_NB), 0);
    CHECK_FAILS(flock(other, LOCK_EX | LOCK_NB), EAGAIN);
    CHECK_EQ(IN_CHILD(CHECK_EQ(flock(fd, LOCK_UN), 0)), CHILD_DONE);
    CHECK_EQ(flock(other, LOCK_EX | LOCK_NB), 0);
    int same = dup(other);
    CHECK_EQ(close(other), 0);
    CHECK_FAILS(flock(fd, LOCK_SH | LOCK_NB), EAGAIN);
    CHECK_EQ(close(same), 0);
    CHECK_EQ(flock(fd, LOCK_EX | LOCK_NB), 0);
    CHECK_FAILS(flock(fd, 0), EINVAL);
    CHECK_FAILS(flock(fd, LOCK_SH | LOCK_EX), EINVAL);
    CHECK_EQ(pipe(ends), 0);
    CHECK_FAILS(flock(ends[0], LOCK_SH), EINVAL);
    CHECK_FAILS(flock(99, LOCK_SH), EBADF);
    return 0;
}
