/* When a file was changed: the older interfaces, on utimens. */
#include <stddef.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <utime.h>

int utimes(const char *path, const struct timeval times[2])
{
    if (!times)
        return utimens(path, NULL);
    struct timespec ts[2];
    for (int i = 0; i < 2; i++)
        ts[i] = (struct timespec){times[i].tv_sec, times[i].tv_usec * 1000};
    return utimens(path, ts);
}

int utime(const char *path, const struct utimbuf *times)
{
    if (!times)
        return utimens(path, NULL);
    struct timespec ts[2];
    ts[0] = (struct timespec){times->actime, 0};
    ts[1] = (struct timespec){times->modtime, 0};
    return utimens(path, ts);
}
