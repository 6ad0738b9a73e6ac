/* Sets of characters, and cutting a string at them. */
#include <stdbool.h>
#include <string.h>

/* Length of the part of s that consists of bytes in (or, if !in, not in) the set. */
static size_t span(const char *s, const char *set, bool in)
{
    bool has[256] = {false};
    size_t n = 0;

    for (; *set; set++)
        has[(unsigned char)*set] = true;
    while (s[n] && has[(unsigned char)s[n]] == in)
        n++;
    return n;
}

size_t strspn(const char *s, const char *set)
{
    return span(s, set, true);
}

size_t strcspn(const char *s, const char *set)
{
    return span(s, set, false);
}

char *strpbrk(const char *s, const char *set)
{
    s += strcspn(s, set);
    return *s ? (char *)s : NULL;
}

char *strsep(char **s, const char *seps)
{
    char *start = *s;

    if (!start)
        return NULL;
    char *end = start + strcspn(start, seps);
    *s = *end ? end + 1 : NULL;
    *end = 0;
    return start;
}

char *strtok_r(char *s, const char *seps, char **save)
{
    char *start = s ? s : *save;

    if (!start)
        return NULL;
    start += strspn(start, seps);
    if (!*start) {
        *save = NULL;
        return NULL;
    }
    *save = start;
    return strsep(save, seps);
}

char *strtok(char *s, const char *seps)
{
    static char *save;

    return strtok_r(s, seps, &save);
}
