/* Streams that write into memory, which grows (POSIX.1-2017, open_memstream). */
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct growing {
    char *text;
    size_t len, room; /* bytes of the text, and of its memory without the NUL */
    size_t at;        /* where the next byte goes */
    char **give_text;
    size_t *give_len;
};

/* The text is the program's between flushes, which may have a longer one then. */
static void give(struct growing *m)
{
    *m->give_text = m->text;
    *m->give_len = m->at < m->len ? m->at : m->len;
}

static int grow(struct growing *m, size_t want)
{
    size_t room = m->room;

    while (room < want)
        room = room * 2 + 64;
    char *text = m->text && room == m->room ? m->text : realloc(m->text, room + 1);
    if (!text)
        return -1;
    m->text = text;
    m->room = room;
    if (want > m->len) {
        memset(text + m->len, 0, want + 1 - m->len);
        m->len = want;
    }
    return 0;
}

static ssize_t write_growing(FILE *f, const char *from, size_t n)
{
    struct growing *m = f->memory;

    if (n > SSIZE_MAX - m->at - 1 || grow(m, m->at + n) < 0) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(m->text + m->at, from, n);
    m->at += n;
    give(m);
    return n;
}

static off_t seek_growing(FILE *f, off_t off, int whence)
{
    struct growing *m = f->memory;
    off_t from = whence == SEEK_CUR ? (off_t)m->at : whence == SEEK_END ? (off_t)m->len : 0;

    if (__builtin_add_overflow(from, off, &off) || off < 0) {
        errno = EINVAL;
        return -1;
    }
    m->at = off;
    give(m);
    return off;
}

static int close_growing(FILE *f)
{
    free(f->memory);
    return 0;
}

static const struct stream_ops growing = {
    .write = write_growing, .seek = seek_growing, .close = close_growing};

FILE *open_memstream(char **text, size_t *len)
{
    struct growing *m = calloc(1, sizeof(*m));
    FILE *f = m && grow(m, 0) == 0 ? __stream_new(-1, O_WRONLY) : NULL;

    if (!f) {
        if (m)
            free(m->text);
        free(m);
        errno = ENOMEM;
        return NULL;
    }
    m->text[0] = 0;
    m->give_text = text;
    m->give_len = len;
    give(m);
    f->memory = m;
    f->flags &= ~S_ASK;
    f->ops = &growing;
    return f;
}
