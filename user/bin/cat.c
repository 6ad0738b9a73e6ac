/* cat: copies files to standard output, one after the other. */
#define TOOL "cat"
#include "tool.h"

#include <fcntl.h>

static char buf[16 * 1024];

static int copy(int fd, const char *name)
{
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
