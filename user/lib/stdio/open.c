/* Opening and closing streams. */
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_MODE 0666

int __stream_mode(const char *mode)
{
    int flags;

    switch (*mode) {
    case 'r':
        flags = O_RDONLY;
        break;
    case 'w':
        flags = O_WRONLY | O_CREAT | O_TRUNC;
        break;
    case 'a':
        flags = O_WRONLY | O_CREAT | O_APPEND;
        break;
    default:
        errno = EINVAL;
        return -1;
    }
    for (mode++; *mode; mode++) {
        if (*mode == '+')
            flags = (flags & ~O_ACCMODE) | O_RDWR;
        else if (*mode == 'x')
            flags |= O_EXCL;
        else if (*mode == 'e')
            flags |= O_CLOEXEC;
        else if (*mode != 'b' && *mode != 't') {
            errno = EINVAL;
            return -1;
        }
    }
    return flags;
}

static unsigned stream_flags(int open_flags)
{
    int access = open_flags & O_ACCMODE;
    unsigned flags = S_ASK;

    if (access != O_WRONLY)
        flags |= S_READ;
    if (access != O_RDONLY)
        flags |= S_WRITE;
    if (open_flags & O_APPEND)
        flags |= S_APPEND;
    return flags;
}

static FILE *stream_alloc(void)
{
    return malloc(sizeof(FILE) + UNGET_BYTES + BUFSIZ);
}

static FILE *stream_begin(FILE *f, int fd, int open_flags)
{
    memset(f, 0, sizeof(*f));
    f->fd = fd;
    f->flags = stream_flags(open_flags);
    f->base = (char *)(f + 1) + UNGET_BYTES;
    f->size = BUFSIZ;
    __stream_add(f);
    return f;
}

FILE *__stream_new(int fd, int open_flags)
{
    FILE *f = stream_alloc();

    return f ? stream_begin(f, fd, open_flags) : NULL;
}

FILE *fopen(const char *path, const char *mode)
{
    int flags = __stream_mode(mode);

    if (flags < 0)
        return NULL;
    /* First, as open may make the file, or empty it. */
    FILE *f = stream_alloc();
    if (!f)
        return NULL;
    int fd = open(path, flags, FILE_MODE);
    if (fd < 0) {
        free(f);
        return NULL;
    }
    return stream_begin(f, fd, flags);
}

FILE *fdopen(int fd, const char *mode)
{
    int flags = __stream_mode(mode), now = fcntl(fd, F_GETFL);

    if (flags < 0 || now < 0)
        return NULL;
    if ((flags & O_APPEND) && !(now & O_APPEND) && fcntl(fd, F_SETFL, now | O_APPEND) < 0)
        return NULL;
    if ((flags & O_CLOEXEC) && fcntl(fd, F_SETFD, FD_CLOEXEC) < 0)
        return NULL;
    return __stream_new(fd, flags);
}

/* Moves the file to the stream's own descriptor number, which a child may rely on. */
static int reopen(FILE *f, const char *path, int flags)
{
    if (f->ops) {
        f->ops->close(f);
        f->ops = NULL;
    }
    int fd = open(path, flags, FILE_MODE);
    if (fd < 0 && errno == EMFILE) {
        /* The old file makes room.  Not before: another thread could then take its number. */
        close(f->fd);
        f->fd = -1;
        fd = open(path, flags, FILE_MODE);
    }
    if (fd < 0 || fd == f->fd)
        return fd;
    if (f->fd < 0 || dup2(fd, f->fd) < 0) {
        f->fd = fd;
    } else {
        close(fd);
        if (flags & O_CLOEXEC) /* dup2 clears it */
            fcntl(f->fd, F_SETFD, FD_CLOEXEC);
    }
    return f->fd;
}

/* Without a path: the descriptor stays, and is good for no more than it was opened for. */
static int change_mode(FILE *f, int flags)
{
    int now = fcntl(f->fd, F_GETFL);

    if (now < 0)
        return -1;
    if ((now & O_ACCMODE) != O_RDWR && ((now ^ flags) & O_ACCMODE)) {
        errno = EBADF;
        return -1;
    }
    fcntl(f->fd, F_SETFD, flags & O_CLOEXEC ? FD_CLOEXEC : 0);
    return fcntl(f->fd, F_SETFL, (now & ~O_APPEND) | (flags & O_APPEND));
}

FILE *freopen(const char *path, const char *mode, FILE *f)
{
    int flags = __stream_mode(mode);

    if (flags < 0)
        return NULL;
    stream_lock(f);
    __stream_sync(f);
    if ((path ? reopen(f, path, flags) : change_mode(f, flags)) < 0) {
        int error = errno;

        stream_unlock(f);
        fclose(f);
        errno = error;
        return NULL;
    }
    f->flags = stream_flags(flags) | (f->flags & (S_STATIC | S_NONE));
    f->lost = 0;
    stream_unlock(f);
    return f;
}

int fclose(FILE *f)
{
    stream_lock(f);
    __stream_sync(f);
    int result = (f->ops ? f->ops->close(f) : close(f->fd)) < 0 ? EOF : 0;
    if (f->lost) {
        errno = f->lost;
        result = EOF;
    }
    f->flags &= ~(S_READING | S_WRITING);
    f->depth = 0; /* fflush(NULL) may wait for a lock that the caller has not released */
    stream_unlock(f);
    if (__stream_remove(f))
        free(f);
    return result;
}
