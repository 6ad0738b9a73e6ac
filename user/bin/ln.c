/* ln: links a file.  -s makes a symbolic link, -f removes an existing target. */
#define TOOL "ln"
#include "tool.h"

#include <limits.h>
#include <sys/stat.h>

static int make_link(const char *target, const char *name, int symbolic, int force)
{
    struct stat a, b;

    if (force && lstat(name, &b) == 0) {
        if (!symbolic && lstat(target, &a) != 0)
            return tool_error(target);
        /* If both are the same file, removing the target would lose it. */
        if (!symbolic && a.st_ino == b.st_ino && a.st_dev == b.st_dev)
            return 0;
        if (symbolic && lstat(target, &a) == 0 && a.st_ino == b.st_ino && a.st_dev == b.st_dev &&
            a.st_nlink == 1) {
            fprintf(stderr, "ln: %s and %s are the same file\n", target, name);
            return 1;
        }
        if (unlink(name) != 0)
            return tool_error(name);
    }
    if ((symbolic ? symlink(target, name) : link(target, name)) != 0) {
        /* The name that the error is about. */
        return tool_error(!symbolic && lstat(target, &a) != 0 ? target : name);
    }
    return 0;
}

int main(int argc, char **argv)
{
    int opt, symbolic = 0, force = 0;

    while ((opt = getopt(argc, argv, "sf")) != -1) {
        if (opt == '?')
            tool_usage("[-s] [-f] TARGET [NAME]");
        symbolic |= opt == 's';
        force |= opt == 'f';
    }
    if (argc - optind < 1 || argc - optind > 2)
        tool_usage("[-s] [-f] TARGET [NAME]");
    const char *target = argv[optind];
    const char *name = argv[optind + 1] ? argv[optind + 1] : ".";
    char inside[PATH_MAX];
    struct stat st;
    if (stat(name, &st) == 0 && S_ISDIR(st.st_mode)) {
        if (tool_inside(inside, name, target) != 0)
            return tool_error(target);
        name = inside;
    }
    return make_link(target, name, symbolic, force);
}
