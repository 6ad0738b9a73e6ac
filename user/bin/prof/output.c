#include "output.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "prof.h"

static bool same_file(int fd, const char *path)
{
    struct stat a, b;

    return fstat(fd, &a) == 0 && stat(path, &b) == 0 && a.st_ino == b.st_ino &&
           a.st_dev == b.st_dev;
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
