#include "output.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "prof.h"

/* A device is no such file: it keeps nothing that could be lost. */
static bool same_file(int fd, const char *path)
{
    struct stat a, b;

    return fstat(fd, &a) == 0 && stat(path, &b) == 0 && a.st_ino == b.st_ino &&
           a.st_dev == b.st_dev && S_ISREG(a.st_mode);
}

FILE *output_open(const char *path, const char *program, FILE *otherwise)
{
    if (!path)
        return otherwise;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out) {
        tool_error(path);
        return NULL;
    }
    if (program && same_file(fd, program)) {
        complain(1, path, "is the program; name another file");
        fclose(out);
        return NULL;
    }
    return out;
}

bool output_is(FILE *out, const char *path)
{
    return same_file(fileno(out), path);
}

void output_begin(FILE *out)
{
    if (out != stdout && out != stderr && ftruncate(fileno(out), 0) != 0 && errno != EINVAL)
        tool_error("file"); /* EINVAL: a device */
}

int output_close(FILE *out, const char *path, int status)
{
    if (fflush(out) != 0 || ferror(out))
        status = tool_error(path ? path : "report");
    if (path)
        fclose(out);
    return status;
}
