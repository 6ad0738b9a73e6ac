/* The last name of a path and the rest before it (POSIX.1-2017, basename and dirname). */
#include <libgen.h>
#include <string.h>

/* Cuts slashes off the end; a path of slashes alone keeps one. */
static size_t cut_slashes(char *path, size_t n)
{
    while (n > 1 && path[n - 1] == '/')
        path[--n] = 0;
    return n;
}

char *basename(char *path)
{
    if (!path || !*path)
        return (char *)".";
    cut_slashes(path, strlen(path));
    char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

char *dirname(char *path)
{
    if (!path || !*path)
        return (char *)".";
    cut_slashes(path, strlen(path));
    char *slash = strrchr(path, '/');
    if (!slash)
        return (char *)".";
    slash[1] = 0;
    cut_slashes(path, slash + 1 - path);
    return path;
}
