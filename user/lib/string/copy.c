/* Copying and joining strings: a length, then memcpy. */
#include <string.h>
#include <unistd.h>

char *stpcpy(char *to, const char *from)
{
    size_t n = strlen(from);

    memcpy(to, from, n + 1);
    return to + n;
}

char *strcpy(char *to, const char *from)
{
    return memcpy(to, from, strlen(from) + 1);
}

char *stpncpy(char *to, const char *from, size_t n)
{
    size_t len = strnlen(from, n);

    memcpy(to, from, len);
    memset(to + len, 0, n - len);
    return to + len;
}

char *strncpy(char *to, const char *from, size_t n)
{
    stpncpy(to, from, n);
    return to;
}

char *strcat(char *to, const char *from)
{
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t n)
{
    size_t len = strnlen(from, n);
    char *end = to + strlen(to);

    memcpy(end, from, len);
    end[len] = 0;
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t len = strlen(from), fit = len < size ? len : size - 1;

    if (size > 0) {
        memcpy(to, from, fit);
        to[fit] = 0;
    }
    return len;
}

size_t strlcat(char *to, const char *from, size_t size)
{
    size_t len = strnlen(to, size);

    return len + strlcpy(to + len, from, size - len);
}

void *memccpy(void *to, const void *from, int c, size_t n)
{
    const char *end = memchr(from, c, n);

    if (end)
        n = end - (const char *)from + 1;
    memcpy(to, from, n);
    return end ? (char *)to + n : NULL;
}

void swab(const void *from, void *to, ssize_t n)
{
    const char *in = from;
    char *out = to;

    for (; n > 1; n -= 2, in += 2, out += 2) {
        char first = in[0];
        out[0] = in[1];
        out[1] = first;
    }
}
