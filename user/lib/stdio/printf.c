/* The printf family: the engine of format.c, writing to a stream, a string or a descriptor. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format.h"
#include "stream.h"

#define STAGE_BYTES 256 /* an unbuffered stream's text goes out in pieces of this, not of one */

struct stream_sink {
    struct sink sink;
    FILE *f;
    bool failed;
};

static void stream_text(struct sink *s, const char *text, size_t n)
{
    struct stream_sink *to = (struct stream_sink *)s;

    if (n > 0 && !to->failed && __stream_write(to->f, text, n) != n)
        to->failed = true;
}

static int format_stream(FILE *f, const char *fmt, va_list ap)
{
    struct stream_sink to = {.sink.put = stream_text, .f = f};
    int n = __format(&to.sink, fmt, ap);

    return to.failed ? -1 : n;
}

/* Gives an unbuffered stream a buffer for the duration of one call. */
static int format_staged(FILE *f, const char *fmt, va_list ap)
{
    __stream_sync(f);
    f->flags &= ~(S_NONE | S_READING | S_WRITING);
    char stage[UNGET_BYTES + STAGE_BYTES];
    f->base = f->pos = f->end = stage + UNGET_BYTES;
    f->size = STAGE_BYTES;
    int n = format_stream(f, fmt, ap);
    if (__stream_flush(f) == EOF)
        n = -1;
    f->flags = (f->flags | S_NONE) & ~(S_READING | S_WRITING);
    f->base = f->pos = f->end = f->small + UNGET_BYTES;
    f->size = 1;
    return n;
}

int vfprintf(FILE *f, const char *fmt, va_list ap)
{
    stream_lock(f);
    int n = f->flags & S_NONE ? format_staged(f, fmt, ap) : format_stream(f, fmt, ap);
    stream_unlock(f);
    return n;
}

int vprintf(const char *fmt, va_list ap)
{
    return vfprintf(stdout, fmt, ap);
}

int printf(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vfprintf(stdout, fmt, ap);
    va_end(ap);
    return n;
}

int fprintf(FILE *f, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vfprintf(f, fmt, ap);
    va_end(ap);
    return n;
}
