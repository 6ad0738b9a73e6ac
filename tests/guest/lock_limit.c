/* The machine has a limited number of locks.  Unlocking the middle of a lock makes two of it, and
 * is refused with ENOLCK at the limit; unlocking all of them always works. */
/* machine: det=1 cpus=1 */
#include "locks.h"

#define LIMIT 2048

int main(void)
{
    int fd = open("/tmp/file", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    CHECK(fd >= 0);
    CHECK_EQ(set_lock(fd, F_SETLK, F_WRLCK, 0, 4 * LIMIT), 0);
    for (int i = 1; i < LIMIT; i++)
        CHECK_EQ(set_lock(fd, F_SETLK, F_UNLCK, 2 * i, 1), 0);
    CHECK_FAILS(set_lock(fd, F_SETLK, F_UNLCK, 2 * LIMIT, 1), ENOLCK);
    CHECK_FAILS(set_lock(fd, F_SETLK, F_WRLCK, 2, 1), ENOLCK);
    CHECK_EQ(set_lock(fd, F_SETLK, F_UNLCK, 3, 1), 0); /* a whole lock */
    CHECK_EQ(set_lock(fd, F_SETLK, F_UNLCK, 2 * LIMIT, 1), 0);
    CHECK_EQ(set_lock(fd, F_SETLK, F_UNLCK, 0, 0), 0);
    CHECK_EQ(set_lock(fd, F_SETLK, F_WRLCK, 2, 1), 0);
    close(fd);
    return 0;
}
