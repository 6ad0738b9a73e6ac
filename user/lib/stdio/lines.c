/* Lines.  A piece of a line is found and copied in the buffer, not byte by byte. */
#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 128 /* getline's first buffer; it doubles */

/* The bytes at hand up to and with delim, or all there are.  0 at the end or on an error: only the
 * end sets S_EOF, and S_ERROR may be an earlier call's.  Caller holds [l]. */
static size_t piece(FILE *f, int delim, bool *found)
{
    *found = false;
    if (!(f->flags & S_READING) || f->pos == f->end)
        if (__stream_fill(f) == EOF)
            return 0;
    char *hit = memchr(f->pos, delim, f->end - f->pos);
    *found = hit != NULL;
    return hit ? hit + 1 - f->pos : f->end - f->pos;
}

char *fgets(char *s, int n, FILE *f)
{
    char *to = s;
    bool found = false;

    if (n <= 0)
        return NULL;
    stream_lock(f);
    for (size_t left = n - 1; left > 0 && !found;) {
        size_t len = piece(f, '\n', &found);

        if (len == 0) {
            /* End of file counts only if nothing was read before it; an error does even with half
             * a line. */
            if (to == s || !(f->flags & S_EOF))
                s = NULL;
            break;
        }
        if (len > left) {
            len = left;
            found = false;
        }
        memcpy(to, f->pos, len);
        f->pos += len;
        to += len;
        left -= len;
    }
    if (s)
        *to = 0;
    stream_unlock(f);
    return s;
}

/* Makes room for len bytes and a NUL; the old line stays on failure. */
static int line_room(char **line, size_t *size, size_t len)
{
    size_t want = *line && *size ? *size : LINE_BYTES;

    while (want < len + 1)
        want *= 2;
    if (*line && want == *size)
        return 0;
    char *bigger = realloc(*line, want);
    if (!bigger)
        return -1;
    *line = bigger;
    *size = want;
    return 0;
}

ssize_t getdelim(char **line, size_t *size, int delim, FILE *f)
{
    size_t len = 0;
    bool found = false;
    ssize_t result = -1;

    if (!line || !size) {
        errno = EINVAL;
        return -1;
    }
    stream_lock(f);
    size_t n;
    while (!found && (n = piece(f, delim, &found)) > 0) {
        if (line_room(line, size, len + n) < 0) {
            f->flags |= S_ERROR;
            break;
        }
        memcpy(*line + len, f->pos, n);
        f->pos += n;
        len += n;
    }
    /* Also half a line before an error, as no later call can give it: ferror reports the error. */
    if (len > 0) {
        (*line)[len] = 0;
        result = len;
    }
    stream_unlock(f);
    return result;
}

ssize_t getline(char **line, size_t *size, FILE *f)
{
    return getdelim(line, size, '\n', f);
}

int fputs(const char *s, FILE *f)
{
    size_t n = strlen(s);

    return n == 0 || fwrite(s, n, 1, f) == 1 ? 0 : EOF;
}

int puts(const char *s)
{
    stream_lock(stdout);
    bool failed = fputs(s, stdout) == EOF || stream_put('\n', stdout) == EOF;
    stream_unlock(stdout);
    return failed ? EOF : 0;
}
