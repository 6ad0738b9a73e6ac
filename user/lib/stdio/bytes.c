/* One byte, and many. */
#include "stream.h"

int fgetc(FILE *f)
{
    stream_lock(f);
    int c = stream_get(f);
    stream_unlock(f);
    return c;
}

int getc(FILE *f)
{
    return fgetc(f);
}

int getchar(void)
{
    return fgetc(stdin);
}

int getc_unlocked(FILE *f)
{
    return stream_get(f);
}

int getchar_unlocked(void)
{
    return stream_get(stdin);
}

int fputc(int c, FILE *f)
{
    stream_lock(f);
    c = stream_put(c, f);
    stream_unlock(f);
    return c;
}

int putc(int c, FILE *f)
{
    return fputc(c, f);
}

int putchar(int c)
{
    return fputc(c, stdout);
}

int putc_unlocked(int c, FILE *f)
{
    return stream_put(c, f);
}

int putchar_unlocked(int c)
{
    return stream_put(c, stdout);
}

size_t fread(void *buf, size_t size, size_t n, FILE *f)
{
    size_t want;

    if (size == 0 || __builtin_mul_overflow(size, n, &want))
        return 0;
    stream_lock(f);
    size_t got = __stream_read(f, buf, want);
    stream_unlock(f);
    return got / size;
}

size_t fwrite(const void *buf, size_t size, size_t n, FILE *f)
{
    size_t want;

    if (size == 0 || n == 0 || __builtin_mul_overflow(size, n, &want))
        return 0;
    stream_lock(f);
    size_t done = __stream_write(f, buf, want);
    stream_unlock(f);
    return done / size;
}
