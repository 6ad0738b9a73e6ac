/* mkdir: makes directories.  -p makes missing parents too. */
#define TOOL "mkdir"
#include "tool.h"

#include <sys/stat.h>

static int is_directory(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Returns an exit status; with -p an existing directory is not an error. */
static int make(const char *path, int parents)
{
    if (mkdir(path, 0777) == 0)
        return 0;
    if (parents && errno == EEXIST && is_directory(path))
        return 0;
    return tool_error(path);
}

static int make_all(char *path)
{
    for (char *slash = path + 1; *path && (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        if (make(path, 1) != 0)
            return 1;
        *slash = '/';
    }
    return make(path, 1);
}

int main(int argc, char **argv)
{
    int opt, parents = 0, status = 0;

    while ((opt = getopt(argc, argv, "p")) != -1) {
        if (opt != 'p')
            tool_usage("[-p] DIRECTORY...");
        parents = 1;
    }
    if (!argv[optind])
        tool_usage("[-p] DIRECTORY...");
    for (; argv[optind]; optind++)
        status |= parents ? make_all(argv[optind]) : make(argv[optind], 0);
    return status;
}
