/*
 * Between the buffer and the file.
 *
 * A stream changes direction by itself: writing after reading moves the file's position back over
 * the unused bytes, reading after writing flushes what was written.
 */
#include "stream.h"

#include <errno.h>
#include <string.h>
#include <sys/calls.h>
#include <unistd.h>

#define STRING_AHEAD 64

static int fail(FILE *f, int error)
{
    f->flags |= S_ERROR;
    errno = error;
    return EOF;
}

ssize_t __stream_file_read(FILE *f, char *to, size_t n)
{
    return f->ops ? f->ops->read(f, to, n) : __read(f->fd, to, n);
}

ssize_t __stream_file_write(FILE *f, const char *from, size_t n)
{
    return f->ops ? f->ops->write(f, from, n) : __write(f->fd, from, n);
}

off_t __stream_seek(FILE *f, off_t off, int whence)
{
    return f->ops ? f->ops->seek(f, off, whence) : lseek(f->fd, off, whence);
}

/* Writes all of it; a signal handler in between loses nothing, and leaves no error.  Returns how
 * many bytes at the end were not written: 0, or it has failed. */
static size_t pass_on(FILE *f, const char *p, size_t n)
{
    int before = errno;

    while (n > 0) {
        ssize_t done = __stream_file_write(f, p, n);

        if (done < 0 && errno == EINTR) {
            errno = before;
            continue;
        }
        if (done < 0) {
            f->lost = errno;
            fail(f, errno);
            break;
        }
        p += done;
        n -= done;
    }
    return n;
}

/* As pass_on, for the bytes in the buffer. */
static size_t pass_on_buffer(FILE *f)
{
    size_t n = f->pos - f->base;

    f->pos = f->base;
    return pass_on(f, f->base, n);
}

int __stream_flush(FILE *f)
{
    return (f->flags & S_WRITING) && pass_on_buffer(f) > 0 ? EOF : 0;
}

int __stream_sync(FILE *f)
{
    off_t unused = f->end - f->pos;

    if (!(f->flags & S_READING))
        return __stream_flush(f);
    if (unused > 0 && !stream_is_string(f)) {
        int before = errno;
        bool kept = __stream_seek(f, -unused, SEEK_CUR) < 0 && errno == ESPIPE;

        errno = before;
        if (kept)
            return 0;
    }
    f->flags &= ~S_READING;
    f->pos = f->end = f->base;
    return 0;
}

static int turn_to_reading(FILE *f)
{
    if (!(f->flags & S_READ))
        return fail(f, EBADF);
    if (__stream_flush(f) == EOF)
        return EOF;
    f->flags = (f->flags & ~S_WRITING) | S_READING;
    f->pos = f->end = f->base;
    return 0;
}

static int turn_to_writing(FILE *f)
{
    if (!(f->flags & S_WRITE))
        return fail(f, EBADF);
    __stream_sync(f);
    if (f->flags & S_ASK) {
        int error = errno;

        f->flags &= ~S_ASK;
        if (isatty(f->fd))
            f->flags |= S_LINE;
        errno = error;
    }
    f->flags = (f->flags & ~(S_READING | S_EOF)) | S_WRITING;
    f->pos = f->base;
    f->end = f->base + (f->flags & S_NONE ? 0 : f->size);
    return 0;
}

/* A prompt must be on the screen before the program waits for the answer. */
static void flush_prompt(void)
{
    if ((stdout->flags & S_LINE) && ftrylockfile(stdout) == 0) {
        __stream_flush(stdout);
        funlockfile(stdout);
    }
}

static ssize_t read_file(FILE *f, char *to, size_t n)
{
    if (f == stdin)
        flush_prompt();
    return __stream_file_read(f, to, n);
}

/* The next bytes of a string, whose end is not known yet. */
static int fill_from_string(FILE *f)
{
    size_t n = strnlen(f->end, STRING_AHEAD);

    f->end += n;
    return n > 0 ? 0 : EOF;
}

int __stream_fill(FILE *f)
{
    if (!(f->flags & S_READING) && turn_to_reading(f) == EOF)
        return EOF;
    if (stream_is_string(f))
        return fill_from_string(f);
    if (f->flags & S_EOF)
        return EOF; /* end of file is sticky until clearerr or a seek */
    f->pos = f->end = f->base;
    ssize_t n = read_file(f, f->base, f->size);
    if (n < 0)
        return fail(f, errno);
    if (n == 0) {
        f->flags |= S_EOF;
        return EOF;
    }
    f->end = f->base + n;
    return 0;
}

size_t __stream_read(FILE *f, char *to, size_t n)
{
    size_t left = n;

    while (left > 0) {
        size_t have = f->flags & S_READING ? (size_t)(f->end - f->pos) : 0;

        if (have > left)
            have = left;
        if (have > 0) {
            memcpy(to, f->pos, have);
            f->pos += have;
        } else if (left >= f->size && (f->flags & (S_READING | S_EOF)) == S_READING &&
                   !stream_is_string(f)) {
            /* More than a buffer is wanted and the buffer is empty: read straight into the caller's
             * memory. */
            ssize_t got = read_file(f, to, left);

            if (got <= 0) {
                f->flags |= got ? S_ERROR : S_EOF;
                break;
            }
            have = got;
        } else if (__stream_fill(f) == EOF) {
            break;
        }
        to += have;
        left -= have;
    }
    return n - left;
}

size_t __stream_write(FILE *f, const char *from, size_t n)
{
    const char *start = from, *end = from + n;
    size_t lost = 0; /* bytes before `from` */

    if (!(f->flags & S_WRITING) && turn_to_writing(f) == EOF)
        return 0;
    size_t room = f->end - f->pos;
    if (n > room) {
        /* Fill the buffer up, so that the file is written in whole buffers. */
        if (f->pos > f->base) {
            memcpy(f->pos, from, room);
            f->pos += room;
            from += room;
            lost = pass_on_buffer(f);
        }
        if (lost == 0) {
            size_t whole = (end - from) / f->size * f->size;

            lost = pass_on(f, from, whole);
            from += whole;
        }
    }
    if (lost == 0) {
        memcpy(f->pos, from, end - from);
        f->pos += end - from;
        from = end;
        if ((f->flags & S_LINE) && memrchr(start, '\n', n))
            lost = pass_on_buffer(f);
    }
    /* The lost bytes may begin with those of earlier calls. */
    size_t passed = from - start;
    return passed > lost ? passed - lost : 0;
}

int __stream_put_slow(int c, FILE *f)
{
    char byte = c;

    return __stream_write(f, &byte, 1) == 1 ? (unsigned char)byte : EOF;
}

int ungetc(int c, FILE *f)
{
    int result = EOF;

    stream_lock(f);
    if (c != EOF && ((f->flags & S_READING) || turn_to_reading(f) == 0) &&
        f->pos > f->base - UNGET_BYTES) {
        *--f->pos = c;
        f->flags &= ~S_EOF;
        result = (unsigned char)c;
    }
    stream_unlock(f);
    return result;
}
