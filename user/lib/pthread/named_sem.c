/*
 * Semaphores with a name: a sem_t in a file, which sem_open maps.  A new one is made beside its
 * name and linked to it, so no process finds a part of one.  A process that opens one again gets
 * the same address (POSIX): the list has all that are open.
 */
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../thread.h"
#include "../unistd/shm.h"

static struct named {
    struct named *next;
    sem_t *sem;
    ino_t ino;
    unsigned users;
} *open_sems; /* [sems_lock] */
static struct lock sems_lock;

/* A new semaphore at the path: its descriptor; -1 with EEXIST if there is one. */
static int create(const char *path, mode_t mode, unsigned value)
{
    sem_t sem;

    if (sem_init(&sem, 1, value) < 0)
        return -1;
    char new[32];
    sprintf(new, "/tmp/sem-%d", (int)gettid());
    unlink(new);
    int fd = open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0)
        return -1;
    if (write(fd, &sem, sizeof(sem)) != sizeof(sem) || link(new, path) < 0) {
        close(fd);
        fd = -1;
    }
    unlink(new);
    return fd;
}

static int open_file(const char *path, int flags, mode_t mode, unsigned value)
{
    for (;;) {
        int fd = flags & O_EXCL && flags & O_CREAT ? -1 : open(path, O_RDWR | O_CLOEXEC);
        if (fd >= 0 || !(flags & O_CREAT) || (!(flags & O_EXCL) && errno != ENOENT))
            return fd;
        fd = create(path, mode, value);
        if (fd >= 0 || errno != EEXIST || flags & O_EXCL)
            return fd;
    }
}

/* [sems_lock] The one with that inode number, perhaps new; or NULL. */
static struct named *get(int fd, ino_t ino)
{
    struct named *named = open_sems;

    while (named && named->ino != ino)
        named = named->next;
    if (named || !(named = malloc(sizeof(*named))))
        return named;
    void *sem = mmap(NULL, sizeof(sem_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (sem == MAP_FAILED) {
        free(named);
        return NULL;
    }
    *named = (struct named){open_sems, sem, ino, 0};
    open_sems = named;
    return named;
}

sem_t *sem_open(const char *name, int flags, ...)
{
    va_list args;

    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    unsigned value = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    char path[PATH_MAX];
    if (__object_path(path, "sem.", name) < 0)
        return SEM_FAILED;
    int fd = open_file(path, flags, mode, value);
    if (fd < 0)
        return SEM_FAILED;
    lock_take(&sems_lock);
    struct stat st;
    struct named *named = fstat(fd, &st) < 0 ? NULL : get(fd, st.st_ino);
    if (named)
        named->users++;
    lock_release(&sems_lock);
    int error = errno;
    close(fd);
    errno = error;
    return named ? named->sem : SEM_FAILED;
}

int sem_close(sem_t *sem)
{
    struct named *named, **link = &open_sems;

    lock_take(&sems_lock);
    while ((named = *link) && named->sem != sem)
        link = &named->next;
    if (named && --named->users == 0) {
        *link = named->next;
        munmap(sem, sizeof(*sem));
        free(named);
    }
    lock_release(&sems_lock);
    if (named)
        return 0;
    errno = EINVAL;
    return -1;
}

int sem_unlink(const char *name)
{
    char path[PATH_MAX];

    return __object_path(path, "sem.", name) < 0 ? -1 : unlink(path);
}
