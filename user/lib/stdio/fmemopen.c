/*
 * A buffer of the program as a file of a fixed size (POSIX.1-2017, fmemopen).  Its end is where
 * text ends, and moves when bytes are written behind it; a NUL follows it where there is room.
 */
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

struct fixed {
    char *buf;
    size_t room, end, at;
    bool append, own;
};

static ssize_t read_fixed(FILE *f, char *to, size_t n)
{
    struct fixed *m = f->memory;
    size_t left = m->at < m->end ? m->end - m->at : 0;

    if (n > left)
        n = left;
    memcpy(to, m->buf + m->at, n);
    m->at += n;
    return n;
}

static ssize_t write_fixed(FILE *f, const char *from, size_t n)
{
    struct fixed *m = f->memory;

    if (m->append)
        m->at = m->end;
    if (n > m->room - m->at)
        n = m->room - m->at;
    if (n == 0) {
        errno = ENOSPC;
        return -1;
    }
    memcpy(m->buf + m->at, from, n);
    m->at += n;
    if (m->at > m->end) {
        m->end = m->at;
        if (m->end < m->room)
            m->buf[m->end] = 0;
    }
    return n;
}

static off_t seek_fixed(FILE *f, off_t off, int whence)
{
    struct fixed *m = f->memory;
    off_t from = whence == SEEK_CUR ? (off_t)m->at : whence == SEEK_END ? (off_t)m->end : 0;

    if (__builtin_add_overflow(from, off, &off) || off < 0 || off > (off_t)m->room) {
        errno = EINVAL;
        return -1;
    }
    m->at = off;
    return off;
}

static int close_fixed(FILE *f)
{
    struct fixed *m = f->memory;

    if (m->own)
        free(m->buf);
    free(m);
    return 0;
}

static const struct stream_ops fixed = {read_fixed, write_fixed, seek_fixed, close_fixed};

static struct fixed *fixed_new(void *buf, size_t n, int flags)
{
    struct fixed *m = calloc(1, sizeof(*m));

    if (!m)
        return NULL;
    *m = (struct fixed){.buf = buf, .room = n, .append = flags & O_APPEND, .own = !buf};
    if (!buf && !(m->buf = calloc(n, 1))) {
        free(m);
        return NULL;
    }
    if (flags & O_TRUNC)
        m->buf[0] = 0;
    m->end = (flags & O_APPEND) ? strnlen(m->buf, n) : (flags & O_TRUNC) || !buf ? 0 : n;
    m->at = (flags & O_APPEND) ? m->end : 0;
    return m;
}

FILE *fmemopen(void *buf, size_t n, const char *mode)
{
    int flags = __stream_mode(mode);

    if (flags < 0)
        return NULL;
    if (n == 0) {
        errno = EINVAL;
        return NULL;
    }
    struct fixed *m = fixed_new(buf, n, flags);
    FILE *f = m ? __stream_new(-1, flags) : NULL;
    if (!f) {
        if (m && m->own)
            free(m->buf);
        free(m);
        errno = ENOMEM;
        return NULL;
    }
    f->memory = m;
    f->flags &= ~S_ASK;
    f->ops = &fixed;
    return f;
}
