/* Calls on names of files. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/calls.h>
#include <sys/stat.h>
#include <unistd.h>

char *getcwd(char *buf, size_t n)
{
    if (buf && n == 0) {
        errno = EINVAL;
        return NULL;
    }
    if (buf)
        return __getcwd(buf, n) < 0 ? NULL : buf;
    char own[PATH_MAX];
    return __getcwd(own, sizeof(own)) < 0 ? NULL : strdup(own);
}

/* There are no users: reading and writing are always allowed, and X_OK checks the one bit. */
int access(const char *path, int mode)
{
    struct stat st;

    if (stat(path, &st) < 0)
        return -1;
    if ((mode & X_OK) && !S_ISDIR(st.st_mode) && !(st.st_mode & S_IXUSR)) {
        errno = EACCES;
        return -1;
    }
    return 0;
}

int truncate(const char *path, off_t length)
{
    int fd = open(path, O_WRONLY);

    if (fd < 0)
        return -1;
    int result = ftruncate(fd, length);
    int error = errno;
    close(fd);
    errno = error;
    return result;
}

int chown(const char *path, uid_t uid, gid_t gid)
{
    struct stat st;

    if (stat(path, &st) < 0)
        return -1;
    if ((uid != 0 && uid != (uid_t)-1) || (gid != 0 && gid != (gid_t)-1)) {
        errno = EPERM;
        return -1;
    }
    return 0;
}

mode_t umask(mode_t mask)
{
    (void)mask;
    return 0;
}
