/* The name of the terminal: there is one, the console. */
#include <errno.h>
#include <paths.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int ttyname_r(int fd, char *name, size_t n)
{
    int before = errno;

    if (!isatty(fd)) {
        int error = errno;
        errno = before;
        return error;
    }
    return strlcpy(name, _PATH_CONSOLE, n) < n ? 0 : ERANGE;
}

char *ttyname(int fd)
{
    static char name[] = _PATH_CONSOLE;

    return isatty(fd) ? name : NULL;
}

char *ctermid(char *name)
{
    static char own[] = _PATH_CONSOLE;

    return name ? strcpy(name, own) : own;
}
