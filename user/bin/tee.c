/* tee: copies standard input to standard output and to files.  -a appends to them. */
#define TOOL "tee"
#include "tool.h"

#include <fcntl.h>

static char buf[16 * 1024];

/* A file that fails is reported once and left out from then on. */
static int write_all(int *fds, char **names, int count, size_t n)
{
    int status = 0;

    for (int i = 0; i < count; i++)
        if (fds[i] >= 0 && tool_write(fds[i], buf, n) != 0) {
            status = tool_error(names[i]);
            fds[i] = -1;
        }
    return status;
}

int main(int argc, char **argv)
{
    int opt, flags = O_TRUNC, status = 0;

    tool_begin();
    while ((opt = getopt(argc, argv, "a")) != -1) {
        if (opt != 'a')
            tool_usage("[-a] [FILE...]");
        flags = O_APPEND;
    }
    argv += optind;
    int count = argc - optind;
    int *fds = tool_alloc(NULL, ((size_t)count + 1) * sizeof(*fds));
    for (int i = 0; i < count; i++) {
        fds[i] = open(argv[i], O_WRONLY | O_CREAT | flags, 0666);
        if (fds[i] < 0)
            status = tool_error(argv[i]);
    }
    ssize_t n;
    while ((n = read(0, buf, sizeof(buf))) > 0) {
        if (tool_write(1, buf, (size_t)n) != 0)
            tool_die("standard output");
        status |= write_all(fds, argv, count, (size_t)n);
    }
    return n < 0 ? tool_error("standard input") : status;
}
