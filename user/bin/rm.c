/* rm: removes names of files.  -r goes down into directories, -f does not mind missing names. */
#define TOOL "rm"
#include "tool.h"

#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>

static int force, recursive;

static int remove_path(const char *path);

/* Reopens the directory after each removal: what readdir does then is nobody's promise. */
static int remove_contents(const char *dir)
{
    char full[PATH_MAX];

    for (;;) {
        DIR *d = opendir(dir);
        struct dirent *entry;

        if (!d)
            return tool_error(dir);
        do
            entry = readdir(d);
        while (entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
        if (entry && snprintf(full, sizeof full, "%s/%s", dir, entry->d_name) >= (int)sizeof full) {
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

static int remove_path(const char *path)
{
    struct stat st;

    if (lstat(path, &st) != 0)
        return force && errno == ENOENT ? 0 : tool_error(path);
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

static int is_dot(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;

    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
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
    for (; argv[optind]; optind++) {
        if (is_dot(argv[optind])) {
            fprintf(stderr, "rm: %s: will not remove . or ..\n", argv[optind]);
            status = 1;
        } else {
            status |= remove_path(argv[optind]);
        }
    }
    return status;
}
