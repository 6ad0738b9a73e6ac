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

/* Files that did not exist before, and in which there is nothing of ours yet: the report, the
 * profile that is kept, and the page. */
static struct {
    FILE *out; /* NULL: none */
    const char *path;
    struct stat st;
} made[3];

/* At the end, however the program comes to it. */
static void remove_made(void)
{
    struct stat st;

    for (size_t i = 0; i < sizeof(made) / sizeof(*made); i++)
        if (made[i].out && lstat(made[i].path, &st) == 0 && st.st_ino == made[i].st.st_ino &&
            st.st_dev == made[i].st.st_dev && st.st_size == 0) /* nor anybody's bytes */
            unlink(made[i].path);
}

static void remember(FILE *out, const char *path)
{
    size_t i = 0;

    while (made[i].out)
        i++;
    if (fstat(fileno(out), &made[i].st) != 0)
        return;
    if (i == 0)
        atexit(remove_made);
    made[i].out = out;
    made[i].path = path;
}

FILE *output_open(const char *path, const char *program, FILE *otherwise)
{
    if (!path)
        return otherwise;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool is_new = fd >= 0;
    if (!is_new)
        fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
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
    if (is_new)
        remember(out, path);
    return out;
}

bool output_is(FILE *out, const char *path)
{
    return same_file(fileno(out), path);
}

void output_begin(FILE *out)
{
    for (size_t i = 0; i < sizeof(made) / sizeof(*made); i++)
        if (made[i].out == out)
            made[i].out = NULL;
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
