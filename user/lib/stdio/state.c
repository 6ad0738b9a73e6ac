/* Reading and changing a stream's state. */
#include "stream.h"

#include <errno.h>
#include <string.h>

int feof(FILE *f)
{
    stream_lock(f);
    bool at_end = f->flags & S_EOF;
    stream_unlock(f);
    return at_end;
}

int ferror(FILE *f)
{
    stream_lock(f);
    bool failed = f->flags & S_ERROR;
    stream_unlock(f);
    return failed;
}

void clearerr(FILE *f)
{
    stream_lock(f);
    f->flags &= ~(S_EOF | S_ERROR);
    f->lost = 0;
    stream_unlock(f);
}

int fileno(FILE *f)
{
    stream_lock(f);
    int fd = f->fd;
    if (fd < 0)
        errno = EBADF; /* a stream in memory */
    stream_unlock(f);
    return fd;
}

int setvbuf(FILE *f, char *buf, int mode, size_t size)
{
    if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF) {
        errno = EINVAL;
        return -1;
    }
    stream_lock(f);
    __stream_sync(f);
    f->flags &= ~(S_READING | S_WRITING | S_LINE | S_NONE | S_ASK);
    if (mode == _IONBF) {
        f->flags |= S_NONE;
        f->base = f->small + UNGET_BYTES;
        f->size = 1;
    } else if (buf && size > UNGET_BYTES) {
        f->base = buf + UNGET_BYTES;
        f->size = size - UNGET_BYTES;
    }
    if (mode == _IOLBF)
        f->flags |= S_LINE;
    f->pos = f->end = f->base;
    stream_unlock(f);
    return 0;
}

void setbuf(FILE *f, char *buf)
{
    setvbuf(f, buf, buf ? _IOFBF : _IONBF, BUFSIZ);
}

void setlinebuf(FILE *f)
{
    setvbuf(f, NULL, _IOLBF, 0);
}

void perror(const char *what)
{
    const char *why = strerror(errno);

    if (what && *what)
        fprintf(stderr, "%s: %s\n", what, why);
    else
        fprintf(stderr, "%s\n", why);
}
