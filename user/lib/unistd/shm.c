/* Shared memory objects: files that mmap maps. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "shm.h"

int __object_path(char path[PATH_MAX], const char *kind, const char *name)
{
    name += *name == '/';
    errno = 0;
    if (!*name || strchr(name, '/'))
        errno = EINVAL;
    else if (strlen(name) > (size_t)NAME_MAX - strlen(kind))
        errno = ENAMETOOLONG;
    if (errno)
        return -1;
    stpcpy(stpcpy(stpcpy(path, "/tmp/"), kind), name);
    return 0;
}

int shm_open(const char *name, int flags, mode_t mode)
{
    char path[PATH_MAX];

    if (__object_path(path, "shm.", name) < 0)
        return -1;
    return open(path, flags | O_CLOEXEC, mode);
}

int shm_unlink(const char *name)
{
    char path[PATH_MAX];

    return __object_path(path, "shm.", name) < 0 ? -1 : unlink(path);
}
