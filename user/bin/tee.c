/* tee: copies standard input to standard output and to files.  -a appends to them. */
#define TOOL "tee"
#include "tool.h"

#include <fcntl.h>

static char buf[16 * 1024];

static int status;

/* Returns how many are left: a file that fails is reported once and left out from then on. */
static int write_all(int *fds, char **names, int count, size_t n)
{
    int left = 0;

    for (int i = 0; i < count; i++) {
        if (tool_write(fds[i], buf, n) != 0) {
            status = tool_error(names[i]);
            continue;
        }
        fds[left] = fds[i];
        names[left++] = names[i];
    }
    return left;
}

int main(int argc, char **argv)
{
    int opt, flags = O_TRUNC;

    tool_begin();
    while ((opt = getopt(argc, argv, "a")) != -1) {
        if (opt != 'a')
            tool_usage("[-a] [FILE...]");
        flags = O_APPEND;
    }
    size_t most = (size_t)(argc - optind) + 1;
    int *fds = tool_alloc(NULL, most * sizeof(*fds)), count = 1;
    char **names = tool_alloc(NULL, most * sizeof(*names));
    fds[0] = STDOUT_FILENO;
    names[0] = "standard output";
    for (char **name = argv + optind; *name; name++) {
        fds[count] = open(*name, O_WRONLY | O_CREAT | flags, 0666);
        if (fds[count] < 0)
            status = tool_error(*name);
        else
            names[count++] = *name;
    }
    ssize_t n = 0;
    while (count > 0 && (n = read(0, buf, sizeof(buf))) > 0)
        count = write_all(fds, names, count, (size_t)n);
    return n < 0 ? tool_error("standard input") : status;
}
