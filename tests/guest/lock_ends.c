/* A process's locks on a file end when it closes any of its descriptors, or ends; a child has none.
 * Wrong requests are refused. */
/* machine: det=1 cpus=1 */
#include "locks.h"

#define PATH "/tmp/f"

int main(void)
{
    int ends[2], fd = open(PATH, O_RDWR | O_CREAT, 0666), other = open(PATH, O_RDONLY);
    CHECK_EQ(set_lock(fd, F_SETLK, F_WRLCK, 0, 1), 0);
    CHECK(!child_may(PATH, F_WRLCK, 0)); /* the child closes its own descriptors */
    CHECK(!child_may(PATH, F_WRLCK, 0));
    CHECK_EQ(close(other), 0);
    CHECK(child_may(PATH, F_WRLCK, 0));
    other = open(PATH, O_RDONLY);
    CHECK_EQ(set_lock(fd, F_SETLK, F_WRLCK, 0, 1), 0);
    CHECK_EQ(dup2(fd, other), other);
    CHECK(child_may(PATH, F_WRLCK, 0));

    CHECK_FAILS(set_lock(open(PATH, O_RDONLY), F_SETLK, F_WRLCK, 0, 1), EBADF);
    CHECK_FAILS(set_lock(open(PATH, O_WRONLY), F_SETLK, F_RDLCK, 0, 1), EBADF);
    CHECK_FAILS(set_lock(99, F_SETLK, F_RDLCK, 0, 1), EBADF);
    CHECK_FAILS(set_lock(fd, F_SETLK, 3, 0, 1), EINVAL);
    CHECK_FAILS(set_lock(fd, F_SETLK, F_RDLCK, -1, 1), EINVAL);
    CHECK_FAILS(set_lock(fd, F_SETLK, F_RDLCK, 1, -2), EINVAL);
    CHECK_FAILS(set_lock(fd, F_SETLK, F_RDLCK, INT64_MAX, 1), EOVERFLOW);
    CHECK_EQ(pipe(ends), 0);
    CHECK_FAILS(set_lock(ends[0], F_SETLK, F_RDLCK, 0, 1), EINVAL);
    return 0;
}
