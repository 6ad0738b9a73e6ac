/* Temporary files. */
#include "stream.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *tmpfile(void)
{
    char name[] = P_tmpdir "/tmpXXXXXX";
    int fd = mkstemp(name);

    if (fd < 0)
        return NULL;
    unlink(name);
    FILE *f = __stream_new(fd, O_RDWR);
    if (!f)
        close(fd);
    return f;
}

char *tmpnam(char *s)
{
    static char own[L_tmpnam];
    char name[] = P_tmpdir "/tmpXXXXXX";
    int fd = mkstemp(name);

    if (fd < 0)
        return NULL;
    close(fd);
    unlink(name);
    return strcpy(s ? s : own, name);
}

int remove(const char *path)
{
    struct stat st;

    if (lstat(path, &st) < 0)
        return -1;
    return S_ISDIR(st.st_mode) ? rmdir(path) : unlink(path);
}
