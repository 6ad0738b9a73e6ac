/* touch: sets the time of files to now and creates missing ones, unless -c is given. */
#define TOOL "touch"
#include "tool.h"

#include <fcntl.h>
#include <sys/stat.h>

static int touch(const char *path, int create)
{
    static const struct timespec now[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};

    if (utimens(path, now) == 0)
        return 0;
    if (errno != ENOENT)
        return tool_error(path);
    if (!create)
        return 0;
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    if (fd < 0)
        return tool_error(path);
    close(fd);
    return 0;
}

int main(int argc, char **argv)
{
    int opt, create = 1, status = 0;

    while ((opt = getopt(argc, argv, "c")) != -1) {
        if (opt != 'c')
            tool_usage("[-c] FILE...");
        create = 0;
    }
    if (!argv[optind])
        tool_usage("[-c] FILE...");
    for (; argv[optind]; optind++)
        status |= touch(argv[optind], create);
    return status;
}
