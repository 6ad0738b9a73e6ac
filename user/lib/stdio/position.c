/* Where a stream is in its file. */
#include "stream.h"

#include <errno.h>

off_t ftello(FILE *f)
{
    stream_lock(f);
    /* Appended bytes go to the end, whatever the descriptor's position: flush to learn where that
     * is. */
    if ((f->flags & S_WRITING) && (f->flags & S_APPEND))
        __stream_flush(f);
    off_t at = __stream_seek(f, 0, SEEK_CUR);
    if (at >= 0 && (f->flags & S_READING))
        at -= f->end - f->pos;
    if (at >= 0 && (f->flags & S_WRITING))
        at += f->pos - f->base;
    stream_unlock(f);
    return at;
}

long ftell(FILE *f)
{
    return ftello(f);
}

int fseeko(FILE *f, off_t off, int whence)
{
    int result = -1;

    stream_lock(f);
    if (__stream_flush(f) == EOF)
        goto out;
    if (whence == SEEK_CUR && (f->flags & S_READING))
        off -= f->end - f->pos;
    if (__stream_seek(f, off, whence) < 0)
        goto out;
    f->flags &= ~(S_READING | S_WRITING | S_EOF);
    f->pos = f->end = f->base;
    result = 0;
out:
    stream_unlock(f);
    return result;
}

int fseek(FILE *f, long off, int whence)
{
    return fseeko(f, off, whence);
}

void rewind(FILE *f)
{
    stream_lock(f);
    fseeko(f, 0, SEEK_SET);
    f->flags &= ~(S_EOF | S_ERROR); /* but fclose reports lost bytes, as nothing here can */
    stream_unlock(f);
}

int fgetpos(FILE *f, fpos_t *pos)
{
    *pos = ftello(f);
    return *pos < 0 ? -1 : 0;
}

int fsetpos(FILE *f, const fpos_t *pos)
{
    return fseeko(f, *pos, SEEK_SET);
}
