/*
 * A walk through a tree of files, for programs that define TOOL (tool.h).
 *
 * walk() calls each(path, st, depth) for the file `path`, of depth 0, and then for all files below
 * it if it is a directory.  A symbolic link is not followed.  each() returns WALK_ON, or WALK_SKIP:
 * do not go into this directory.  after(), which may be NULL, is called for a directory when
 * everything in it was visited, and for other files right after each().
 *
 * The names of a directory are read before the first of them is visited, so each() and after() may
 * remove files.  A path longer than PATH_MAX is an error of that file.
 *
 * Returns 0, or the status of tool_error() after files that could not be read were named.
 */
#ifndef BIN_WALK_H
#define BIN_WALK_H

#include "tool.h"

#include <dirent.h>

#define WALK_ON   0
#define WALK_SKIP 1

struct walk {
    int (*each)(const char *path, const struct stat *st, int depth);
    void (*after)(const char *path, const struct stat *st, int depth);
    int sorted; /* by name */
};

struct walk_names {
    char **list;
    size_t count, room;
};

static inline int walk_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds the names in the directory, all but . and ..  Returns 0, or -1 with errno; then there may be
 * some. */
static inline int walk_read(const char *path, struct walk_names *names)
{
    DIR *d = opendir(path);

    if (!d)
        return -1;
    struct dirent *entry;
    while (errno = 0, (entry = readdir(d))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (names->count == names->room) {
            names->room = names->room ? 2 * names->room : 32;
            names->list = tool_alloc(names->list, names->room * sizeof(*names->list));
        }
        names->list[names->count++] = tool_join("", entry->d_name);
    }
    int error = errno;
    closedir(d);
    errno = error;
    return error != 0 ? -1 : 0;
}

static inline int walk_below(const struct walk *walk, const char *path, int depth);

static inline int walk_visit(const struct walk *walk, const char *path, int depth)
{
    struct stat st;

    if (lstat(path, &st) != 0)
        return tool_error(path);
    int status = 0, next = walk->each(path, &st, depth);
    if (S_ISDIR(st.st_mode) && next == WALK_ON)
        status = walk_below(walk, path, depth + 1);
    if (walk->after)
        walk->after(path, &st, depth);
    return status;
}

static inline int walk_below(const struct walk *walk, const char *path, int depth)
{
    struct walk_names names = {NULL, 0, 0};
    int status = walk_read(path, &names) != 0 ? tool_error(path) : 0;

    if (walk->sorted && names.count > 0)
        qsort(names.list, names.count, sizeof(*names.list), walk_compare);
    for (size_t i = 0; i < names.count; i++) {
        char *full = tool_join(path, names.list[i]);

        status |= walk_visit(walk, full, depth);
        free(full);
        free(names.list[i]);
    }
    free(names.list);
    return status;
}

static inline int walk(const struct walk *walk, const char *path)
{
    return walk_visit(walk, path, 0);
}

#endif
