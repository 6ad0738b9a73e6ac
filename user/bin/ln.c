/* ln: links a file.  -s makes a symbolic link, -f removes an existing target. */
#define TOOL "ln"
#include "tool.h"

#include <limits.h>
#include <sys/stat.h>

/* Stores the facts of the directory that has the entry `path`, whose last name is at `last`.
 * Returns 0, or -1 with errno. */
static int stat_parent(const char *path, const char *last, struct stat *st)
{
    char parent[PATH_MAX];

    if (snprintf(parent, sizeof(parent), "%.*s.", (int)(last - path), path) < PATH_MAX)
        return stat(parent, st);
    errno = ENAMETOOLONG;
    return -1;
}

/* Whether both paths lead to one entry of one directory; -1 with errno: that is not known. */
static int same_entry(const char *target, const char *name)
{
    size_t target_length, name_length;
    const char *target_last = tool_last(target, &target_length);
    const char *name_last = tool_last(name, &name_length);

    if (target_length != name_length || memcmp(target_last, name_last, name_length) != 0)
        return 0;
    struct stat a, b;
    if (stat_parent(target, target_last, &a) != 0 || stat_parent(name, name_last, &b) != 0)
        return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
    return a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

static int link_to(const char *target, const char *name, int symbolic)
{
    return symbolic ? symlink(target, name) : link(target, name);
}

/* Makes the link under a name beside the existing one and renames it: what has the name stays until
 * there is a link for it.  Returns 0, or -1 with errno. */
static int replace(const char *target, const char *name, int symbolic)
{
    size_t length;
    int before_last = (int)(tool_last(name, &length) - name);
    char beside[PATH_MAX];

    for (int n = 0;; n++) {
        if (snprintf(beside, PATH_MAX, "%.*s.ln%d", before_last, name, n) >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        if (link_to(target, beside, symbolic) == 0)
            break;
        if (errno != EEXIST)
            return -1;
    }
    if (rename(beside, name) == 0)
        return 0;
    int error = errno;
    unlink(beside);
    errno = error;
    return -1;
}

static int make_link(const char *target, const char *name, int symbolic, int force)
{
    struct stat st, old;
    int exists = force && lstat(name, &old) == 0;

    if (exists) {
        /* Two links to one file are two entries: one may go.  Without the only entry, the link
         * would have no target. */
        int same = same_entry(target, name);
        if (same < 0 || (!symbolic && lstat(target, &st) != 0))
            return tool_error(target);
        if (same) {
            fprintf(stderr, "ln: %s and %s are the same file\n", target, name);
            return 1;
        }
        /* The link that is wanted is there: rename would leave both names. */
        if (!symbolic && st.st_ino == old.st_ino && st.st_dev == old.st_dev)
            return 0;
    }
    if ((exists ? replace(target, name, symbolic) : link_to(target, name, symbolic)) != 0) {
        /* The name that the error is about. */
        return tool_error(!symbolic && lstat(target, &st) != 0 ? target : name);
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
