/* fcntl's locks are on bytes: a read lock admits other readers, a write lock nobody, and unlocking
 * the middle of a range leaves both its ends locked. */
/* machine: det=1 cpus=1 */
#include "locks.h"

#define PATH "/tmp/f"

int main(void)
{
    int fd = open(PATH, O_RDWR | O_CREAT, 0666);
    CHECK_EQ(set_lock(fd, F_SETLK, F_WRLCK, 10, 20), 0);
    CHECK(child_may(PATH, F_WRLCK, 9));
    CHECK(!child_may(PATH, F_WRLCK, 10));
    CHECK(!child_may(PATH, F_RDLCK, 29));
    CHECK(child_may(PATH, F_WRLCK, 30));
    CHECK_EQ(set_lock(fd, F_SETLK, F_RDLCK, 15, 5), 0); /* its own lock is no obstacle */
    CHECK(child_may(PATH, F_RDLCK, 17));
    CHECK(!child_may(PATH, F_WRLCK, 17));
    CHECK(!child_may(PATH, F_RDLCK, 14));
    CHECK(!child_may(PATH, F_RDLCK, 20));
    CHECK_EQ(set_lock(fd, F_SETLK, F_UNLCK, 12, 10), 0);
    CHECK(!child_may(PATH, F_RDLCK, 11));
    CHECK(child_may(PATH, F_WRLCK, 12));
    CHECK(child_may(PATH, F_WRLCK, 21));
    CHECK(!child_may(PATH, F_RDLCK, 22));
    CHECK_EQ(set_lock(fd, F_SETLK, F_WRLCK, 100, 0), 0); /* to the end, wherever that is */
    CHECK(!child_may(PATH, F_RDLCK, 1l << 40));

    pid_t parent = getpid();
    CHECK_EQ(IN_CHILD({
                 struct flock lock = get_lock(fd, 0, 0);
                 CHECK_EQ(lock.l_type, F_WRLCK);
                 CHECK_EQ(lock.l_pid, parent);
                 CHECK_EQ(lock.l_len, lock.l_start == 100 ? 0 : lock.l_start == 10 ? 2 : 8);
                 CHECK_EQ(get_lock(fd, 12, 10).l_type, F_UNLCK);
             }),
             CHILD_DONE);
    CHECK_EQ(get_lock(fd, 0, 0).l_type, F_UNLCK); /* one's own are in nobody's way */

    CHECK_EQ(ftruncate(fd, 50), 0);
    CHECK_EQ(lseek(fd, 40, SEEK_SET), 40);
    CHECK_EQ(set_lock(fd, F_SETLK, F_UNLCK, 0, 0), 0);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_CUR, .l_start = -5, .l_len = 2};
    CHECK_EQ(fcntl(fd, F_SETLK, &lock), 0); /* 35, 36 */
    lock = (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_END, .l_start = 0, .l_len = -1};
    CHECK_EQ(fcntl(fd, F_SETLK, &lock), 0); /* 49 */
    CHECK(child_may(PATH, F_WRLCK, 34));
    CHECK(!child_may(PATH, F_WRLCK, 36));
    CHECK(child_may(PATH, F_WRLCK, 37));
    CHECK(!child_may(PATH, F_WRLCK, 49));
    CHECK(child_may(PATH, F_WRLCK, 50));
    return 0;
}
