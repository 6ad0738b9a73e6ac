/* cp: copies a file to a file, or files into a directory. */
#define TOOL "cp"
#include "tool.h"

#include <fcntl.h>
#include <sys/stat.h>

static char buf[16 * 1024];

/* Both files are open; returns an exit status. */
static int copy_bytes(int in, const char *from, int out, const char *to)
{
    ssize_t n;

    while ((n = read(in, buf, sizeof(buf))) > 0)
        if (tool_write(out, buf, (size_t)n) != 0)
            return tool_error(to);
    return n < 0 ? tool_error(from) : 0;
}

static int copy_open(int in, const struct stat *source, const char *from, const char *to)
{
    struct stat st;
    int exists = stat(to, &st) == 0;
    if (!exists && errno != ENOENT)
        return tool_error(to);
    /* Opening the target truncates it, so it must not be the source. */
    if (exists && st.st_dev == source->st_dev && st.st_ino == source->st_ino) {
        fprintf(stderr, "cp: %s and %s are the same file\n", from, to);
        return 1;
    }
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, source->st_mode & 0777);
    if (out < 0)
        return tool_error(to);
    int status = copy_bytes(in, from, out, to);
    if (close(out) != 0)
        status = tool_error(to);
    return status;
}

static int copy_file(const char *from, const char *to)
{
    int in = open(from, O_RDONLY), status = 1;

    if (in < 0)
        return tool_error(from);
    struct stat st;
    if (fstat(in, &st) != 0) {
        tool_error(from);
    } else if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        tool_error(from);
    } else {
        status = copy_open(in, &st, from, to);
    }
    close(in);
    return status;
}

int main(int argc, char **argv)
{
    const char *to = argv[argc - 1];

    tool_begin();
    if (getopt(argc, argv, "") != -1 || argc - optind < 2)
        tool_usage("FILE TARGET | FILE... DIRECTORY");
    struct stat st;
    if (stat(to, &st) != 0 || !S_ISDIR(st.st_mode)) {
        if (argc - optind == 2)
            return copy_file(argv[optind], to);
        errno = ENOTDIR;
        return tool_error(to);
    }
    return tool_into(argv + optind, argc - 1 - optind, to, copy_file);
}
