/* mv: renames a file or directory, or moves several into a directory. */
#define TOOL "mv"
#include "tool.h"

#include <sys/stat.h>

static int move(const char *from, const char *to)
{
    if (rename(from, to) == 0)
        return 0;
    struct stat st;
    /* The name that the error is about. */
    return tool_error(lstat(from, &st) != 0 ? from : to);
}

int main(int argc, char **argv)
{
    const char *to = argv[argc - 1];

    if (getopt(argc, argv, "") != -1 || argc - optind < 2)
        tool_usage("OLD NEW | FILE... DIRECTORY");
    struct stat st;
    if (stat(to, &st) != 0 || !S_ISDIR(st.st_mode)) {
        if (argc - optind == 2)
            return move(argv[optind], to);
        errno = ENOTDIR;
        return tool_error(to);
    }
    return tool_into(argv + optind, argc - 1 - optind, to, move);
}
