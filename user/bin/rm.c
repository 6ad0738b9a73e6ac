/* rm: removes names of files.  -r removes directories with their contents, -f ignores missing
 * names. */
#define TOOL "rm"
#include "tool.h"

#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>

static int force, recursive;

static int remove_path(const char *path);

/* Reopens the directory after each removal: POSIX does not say what readdir returns after it. */
static int remove_contents(const char *dir)
{
    char full[PATH_MAX];

    for (;;) {
        DIR *d = opendir(dir);

        if (!d)
            return tool_error(dir);
        struct dirent *entry;
        do
            entry = readdir(d);
        while (entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
        if (entry &&
            snprintf(full, sizeof(full), "%s/%s", dir, entry->d_name) >= (int)sizeof(full)) {
            closedir(d);
            errno = ENAMETOOLONG;
            return tool_error(dir);
        }
        closedir(d);
        if (!entry)
            return 0;
        if (remove_path(full) != 0)
            return 1;
    }
}

/* lstat's error of it. */
static int missing(const char *path)
{
    return force && errno == ENOENT ? 0 : tool_error(path);
}

static int remove_path(const char *path)
{
    struct stat st;

    if (lstat(path, &st) != 0)
        return missing(path);
    if (S_ISDIR(st.st_mode)) {
        if (!recursive) {
            errno = EISDIR;
            return tool_error(path);
        }
        if (remove_contents(path) != 0)
            return 1;
        return rmdir(path) != 0 ? tool_error(path) : 0;
    }
    return unlink(path) != 0 ? tool_error(path) : 0;
}

/* Whether the last part of path is . or .., with or without slashes after it. */
static int is_dot(const char *path)
{
    size_t end = strlen(path);

    while (end > 0 && path[end - 1] == '/')
        end--;
    size_t start;
    for (start = end; start > 0 && path[start - 1] != '/'; start--)
        continue;
    size_t n = end - start;
    return (n == 1 || n == 2) && strncmp(path + start, "..", n) == 0;
}

static int refuse(const char *path)
{
    fprintf(stderr, "rm: %s: will not remove ., .. or the root\n", path);
    return 1;
}

/* Refuses ., .. and the root before anything is removed (POSIX.1-2017, rm), and what may be. */
static int remove_operand(const char *path)
{
    if (is_dot(path))
        return refuse(path);
    struct stat st, root;
    if (lstat("/", &root) != 0)
        return tool_error("/");
    if (lstat(path, &st) != 0)
        return missing(path);
    if (st.st_dev == root.st_dev && st.st_ino == root.st_ino)
        return refuse(path);
    return remove_path(path);
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
