/* When a file was read and changed: the older interfaces, on utimensat. */
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <utime.h>

int utimes(const char *path, const struct timeval times[2])
{
    if (!times)
        return utimensat(AT_FDCWD, path, NULL, 0);
    struct timespec ts[2];
    for (int i = 0; i < 2; i++)
        ts[i] = (struct timespec){times[i].tv_sec, times[i].tv_usec * 1000};
    return utimensat(AT_FDCWD, path, ts, 0);
}

int utime(const char *path, const struct utimbuf *times)
{
    if (!times)
        return utimensat(AT_FDCWD, path, NULL, 0);
    struct timespec ts[2];
    ts[0] = (struct timespec){times->actime, 0};
    ts[1] = (struct timespec){times->modtime, 0};
    return utimensat(AT_FDCWD, path, ts, 0);
}
