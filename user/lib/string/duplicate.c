/* Copies of strings in newly allocated memory. */
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *s, size_t n)
{
    char *copy = malloc(n + 1);

    if (copy) {
        memcpy(copy, s, n);
        copy[n] = 0;
    }
    return copy;
}

char *strndup(const char *s, size_t max)
{
    return duplicate(s, strnlen(s, max));
}

char *strdup(const char *s)
{
    return duplicate(s, strlen(s));
}
