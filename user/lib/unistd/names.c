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
int faccessat(int dirfd, const char *path, int mode, int flags)
{
    if (mode & ~(R_OK | W_OK | X_OK) || flags & ~AT_EACCESS) {
        errno = EINVAL;
        return -1;
    }
    struct stat st;
    if (fstatat(dirfd, path, &st, 0) < 0)
        return -1;
    if ((mode & X_OK) && !S_ISDIR(st.st_mode) && !(st.st_mode & S_IXUSR)) {
        errno = EACCES;
        return -1;
    }
    return 0;
}

int access(const char *path, int mode)
{
    return faccessat(AT_FDCWD, path, mode, 0);
}

int truncate(const char *path, off_t length)
{
    int fd = open(path, O_WRONLY | O_NONBLOCK);

    if (fd < 0)
        return -1;
    int result = ftruncate(fd, length);
    int error = errno;
    close(fd);
    errno = error;
    return result;
}

/* Only FIFOs: the devices are those of /dev. */
int mknodat(int dirfd, const char *path, mode_t mode, dev_t device)
{
    (void)device;
    if (S_ISFIFO(mode))
        return mkfifoat(dirfd, path, mode & 0777);
    errno = EPERM;
    return -1;
}

int mknod(const char *path, mode_t mode, dev_t device)
{
    return mknodat(AT_FDCWD, path, mode, device);
}
