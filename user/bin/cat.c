/* cat: copies files to standard output, one after the other. */
#define TOOL "cat"
#include "tool.h"

#include <fcntl.h>

static char buf[16 * 1024];

/* Whether a file that has contents is to be written to its own end, which it would never reach. */
static int is_output(int fd)
{
    struct stat in, out;

    return fstat(fd, &in) == 0 && fstat(STDOUT_FILENO, &out) == 0 && S_ISREG(in.st_mode) &&
           in.st_size > 0 && in.st_ino == out.st_ino && in.st_dev == out.st_dev;
}

static int copy(int fd, const char *name)
{
    if (is_output(fd)) {
        fprintf(stderr, "cat: %s: input file is output file\n", name);
        return 1;
    }
    ssize_t n;
    while ((n = read(fd, buf, sizeof(buf))) > 0)
        if (tool_write(1, buf, (size_t)n) != 0)
            tool_die("standard output");
    return n < 0 ? tool_error(name) : 0;
}

static int copy_file(const char *name)
{
    if (strcmp(name, "-") == 0)
        return copy(0, "standard input");
    int fd = open(name, O_RDONLY);
    if (fd < 0)
        return tool_error(name);
    int status = copy(fd, name);
    close(fd);
    return status;
}

int main(int argc, char **argv)
{
    int status = 0;

    if (getopt(argc, argv, "") != -1)
        tool_usage("[FILE...]");
    if (!argv[optind])
        return copy(0, "standard input");
    for (char **name = argv + optind; *name; name++)
        status |= copy_file(*name);
    return status;
}
