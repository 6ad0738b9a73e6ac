#include "temporary.h"

#include <fcntl.h>
#include <limits.h>

#include "prof.h"

/* Returns -1 with errno. */
static int open_in(const char *folder)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof(path), "%s/prof.XXXXXX", folder) >= (int)sizeof(path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = mkstemp(path);
    if (fd < 0)
        return -1;
    unlink(path);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

int temporary_open(void)
{
    const char *folders[] = {getenv("TMPDIR"), "/tmp", "."};
    int fd = -1;

    for (int i = 0; i < 3 && fd < 0; i++)
        if (folders[i] && *folders[i])
            fd = open_in(folders[i]);
    if (fd < 0)
        exit(complain(CANNOT_PROFILE, "no temporary file in TMPDIR, /tmp or the current folder",
                      strerror(errno)));
    return fd;
}

FILE *temporary_file(void)
{
    FILE *file = fdopen(temporary_open(), "w+");

    if (!file)
        tool_die("temporary file");
    return file;
}

char *temporary_text(FILE *file)
{
    char *text = NULL;
    size_t room = 0;

    putc('\0', file);
    rewind(file);
    if (getdelim(&text, &room, '\0', file) < 0)
        tool_die("temporary file");
    fclose(file);
    return text;
}
