/* lockf, the older form of fcntl's locks: from the current position on (POSIX.1-2017). */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int lockf(int fd, int what, off_t length)
{
    static const int commands[] = {
        [F_ULOCK] = F_SETLK, [F_LOCK] = F_SETLKW, [F_TLOCK] = F_SETLK, [F_TEST] = F_GETLK};
    struct flock lock = {what == F_ULOCK ? F_UNLCK : F_WRLCK, SEEK_CUR, 0, 0, length};

    if (what < F_ULOCK || what > F_TEST) {
        errno = EINVAL;
        return -1;
    }
    if (fcntl(fd, commands[what], &lock) < 0)
        return -1;
    if (what != F_TEST || lock.l_type == F_UNLCK)
        return 0;
    errno = EAGAIN;
    return -1;
}
