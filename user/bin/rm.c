/*
 * rm: removes names of files.  -r removes directories with their contents, -f ignores missing
 * names.
 *
 * It goes into each directory, and out of it by .., as the path of a deep one may be longer than
 * PATH_MAX; whole paths are only for messages.
 */
#define TOOL "rm"
#include "walk.h"

static int force, recursive;
static int homeless; /* the working directory was removed */

static int remove_name(const char *name, const char *path, const char *back);

/* Empties the working directory, whose path this is.  Reads all names first: POSIX does not say
 * what readdir returns after a removal.  A name that cannot be removed does not stop the others. */
static int remove_contents(const char *path)
{
    struct walk_names names = {NULL, 0, 0};
    int status = walk_read(".", &names) != 0 ? tool_error(path) : 0;

    for (size_t i = 0; i < names.count; i++) {
        char *full = tool_join(path, names.list[i]);

        status |= remove_name(names.list[i], full, "..");
        free(full);
        free(names.list[i]);
    }
    free(names.list);
    return status;
}

static int remove_directory(const char *name, const char *path, const char *back)
{
    if (chdir(name) != 0)
        return tool_error(path);
    int status = remove_contents(path);
    if (chdir(back) != 0)
        tool_die(back);
    if (status == 0 && rmdir(name) != 0)
        status = tool_error(path);
    return status;
}

/* lstat's error of it. */
static int missing(const char *path)
{
    return force && errno == ENOENT ? 0 : tool_error(path);
}

/* name is the path from the working directory, path from where rm began, back the way back. */
static int remove_name(const char *name, const char *path, const char *back)
{
    struct stat st;

    if (lstat(name, &st) != 0)
        return missing(path);
    if (!S_ISDIR(st.st_mode))
        return unlink(name) != 0 ? tool_error(path) : 0;
    if (recursive)
        return remove_directory(name, path, back);
    errno = EISDIR;
    return tool_error(path);
}

/* Where the last part of path begins, which may have slashes after it. */
static size_t last_part(const char *path)
{
    size_t start = strlen(path);

    while (start > 0 && path[start - 1] == '/')
        start--;
    while (start > 0 && path[start - 1] != '/')
        start--;
    return start;
}

static int is_dot(const char *path)
{
    const char *name = path + last_part(path);
    size_t n = strcspn(name, "/");

    return (n == 1 || n == 2) && strncmp(name, "..", n) == 0;
}

static int refuse(const char *path)
{
    fprintf(stderr, "rm: %s: will not remove ., .. or the root\n", path);
    return 1;
}

/* Begins in the directory that the tree is in, as the working directory may be in the tree and be
 * removed with it.  Relative paths lead nowhere then. */
static int remove_tree(const char *path)
{
    size_t start = last_part(path);
    char here[PATH_MAX];

    if (start > 0 && !getcwd(here, sizeof(here))) {
        if (errno != ENOENT)
            return tool_error("working directory");
        homeless = 1;
    }
    char *parent = strndup(path, start);
    if (!parent)
        tool_die("memory");
    int moved = start > 0 ? chdir(parent) : 0;
    free(parent);
    if (moved != 0)
        return tool_error(path);
    const char *back = tool_way_back(path + start);
    int status = back ? remove_name(path + start, path, back) : tool_error("working directory");
    if (start > 0 && !homeless && chdir(here) != 0) {
        if (errno != ENOENT)
            tool_die(here);
        homeless = 1;
    }
    return status;
}

/* Refuses ., .. and the root before anything is removed (POSIX.1-2017, rm).  Once the working
 * directory is gone no relative path leads anywhere. */
static int remove_operand(const char *path)
{
    if (is_dot(path))
        return refuse(path);
    if (homeless && *path != '/') {
        errno = ENOENT;
        return missing(path);
    }
    struct stat st, root;
    if (lstat("/", &root) != 0)
        return tool_error("/");
    if (lstat(path, &st) != 0)
        return missing(path);
    if (st.st_dev == root.st_dev && st.st_ino == root.st_ino)
        return refuse(path);
    return recursive && S_ISDIR(st.st_mode) ? remove_tree(path) : remove_name(path, path, ".");
}

int main(int argc, char **argv)
{
    int opt, status = 0;

    while ((opt = getopt(argc, argv, "rRf")) != -1) {
        if (opt == '?')
            tool_usage("[-r] [-f] FILE...");
        force |= opt == 'f';
        recursive |= opt != 'f';
    }
    if (!argv[optind] && !force)
        tool_usage("[-r] [-f] FILE...");
    for (; argv[optind]; optind++)
        status |= remove_operand(argv[optind]);
    return status;
}
