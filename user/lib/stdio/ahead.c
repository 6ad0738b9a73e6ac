/* <stdio_ext.h>: what a stream's buffer holds. */
#include <stdio_ext.h>

#include "stream.h"

static bool has(FILE *f, unsigned flags)
{
    stream_lock(f);
    bool found = (f->flags & flags) != 0;
    stream_unlock(f);
    return found;
}

int __freadable(FILE *f)
{
    return has(f, S_READ);
}

int __fwritable(FILE *f)
{
    return has(f, S_WRITE);
}

int __freading(FILE *f)
{
    return !has(f, S_WRITE) || has(f, S_READING);
}

int __fwriting(FILE *f)
{
    return !has(f, S_READ) || has(f, S_WRITING);
}

int __flbf(FILE *f)
{
    return has(f, S_LINE);
}

/* The bytes in the buffer that have been read, or that wait to be written. */
static size_t count(FILE *f, unsigned state)
{
    stream_lock(f);
    size_t n =
        !(f->flags & state) ? 0 : (size_t)(state == S_READING ? f->end - f->pos : f->pos - f->base);
    stream_unlock(f);
    return n;
}

size_t __fbufsize(FILE *f)
{
    stream_lock(f);
    size_t size = f->size;
    stream_unlock(f);
    return size;
}

size_t __fpending(FILE *f)
{
    return count(f, S_WRITING);
}

size_t __freadahead(FILE *f)
{
    return count(f, S_READING);
}

const char *__freadptr(FILE *f, size_t *n)
{
    *n = __freadahead(f);
    return *n ? f->pos : NULL;
}

void __freadptrinc(FILE *f, size_t n)
{
    stream_lock(f);
    f->pos += n;
    stream_unlock(f);
}

void __fpurge(FILE *f)
{
    stream_lock(f);
    if (f->flags & S_READING)
        f->pos = f->end;
    if (f->flags & S_WRITING)
        f->pos = f->base;
    stream_unlock(f);
}

void __fseterr(FILE *f)
{
    stream_lock(f);
    f->flags |= S_ERROR;
    stream_unlock(f);
}
