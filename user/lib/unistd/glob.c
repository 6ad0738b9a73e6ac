/*
 * Patterns against folders.  A pattern is taken apart at its slashes: plain parts are only appended
 * to the path, the others are compared with every name in the folder so far.
 */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct search {
    glob_t *list;
    size_t offset; /* of the paths in the list */
    int flags;
    int (*failed)(const char *path, int error);
};

static int add(struct search *search, const char *path, bool is_folder)
{
    glob_t *list = search->list;
    size_t n = search->offset + list->gl_pathc;
    char **grown = realloc(list->gl_pathv, (n + 2) * sizeof(*grown));

    if (!grown)
        return GLOB_NOSPACE;
    list->gl_pathv = grown;
    size_t length = strlen(path);
    char *copy = malloc(length + 2);
    if (!copy)
        return GLOB_NOSPACE;
    memcpy(copy, path, length + 1);
    if (is_folder && search->flags & GLOB_MARK && path[length - 1] != '/')
        strcpy(copy + length, "/");
    grown[n] = copy;
    grown[n + 1] = NULL;
    list->gl_pathc++;
    return 0;
}

static bool append(char *path, const char *name, size_t n)
{
    size_t length = strlen(path);

    if (length + n + 1 > PATH_MAX)
        return false;
    memcpy(path + length, name, n);
    path[length + n] = '\0';
    return true;
}

static int walk(struct search *search, const char *path, const char *pattern);

static int fail(struct search *search, const char *path)
{
    bool stops = search->failed && search->failed(path, errno) != 0;

    return stops || search->flags & GLOB_ERR ? GLOB_ABORTED : 0;
}

/* Goes on with every name in the folder that the first n bytes of the pattern match. */
static int walk_folder(struct search *search, const char *path, const char *pattern, size_t n)
{
    char part[PATH_MAX] = "";

    if (!append(part, pattern, n))
        return 0; /* no name is as long */
    DIR *dir = opendir(*path ? path : ".");
    if (!dir)
        return errno == ENOTDIR ? 0 : fail(search, path);
    int error = 0, flags = FNM_PERIOD | (search->flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0);
    for (struct dirent *entry; !error && (entry = readdir(dir));) {
        char longer[PATH_MAX];
        strcpy(longer, path);
        if (fnmatch(part, entry->d_name, flags) == 0 &&
            append(longer, entry->d_name, strlen(entry->d_name)))
            error = walk(search, longer, pattern + n);
    }
    closedir(dir);
    return error;
}

/* How long the pattern is up to its next slash, and whether it has an operator there. */
static size_t part_length(const struct search *search, const char *pattern, bool *is_plain)
{
    bool escapes = !(search->flags & GLOB_NOESCAPE);
    size_t n = 0;

    for (*is_plain = true; pattern[n] && pattern[n] != '/'; n++)
        if (escapes && pattern[n] == '\\' && pattern[n + 1])
            n++;
        else if (strchr("*?[", pattern[n]))
            *is_plain = false;
    return n;
}

/* Appends n bytes of the pattern without their backslashes. */
static bool append_plain(const struct search *search, char *path, const char *pattern, size_t n)
{
    bool escapes = !(search->flags & GLOB_NOESCAPE);

    for (const char *end = pattern + n; pattern < end; pattern++) {
        pattern += escapes && *pattern == '\\' && pattern + 1 < end;
        if (!append(path, pattern, 1))
            return false;
    }
    return true;
}

/* path is what has matched so far, pattern the rest. */
static int walk(struct search *search, const char *path, const char *pattern)
{
    char longer[PATH_MAX];

    strcpy(longer, path);
    for (; *pattern == '/'; pattern++)
        if (!append(longer, "/", 1))
            return 0;
    struct stat st;
    if (*pattern == '\0')
        return lstat(longer, &st) == 0
                   ? add(search, longer, stat(longer, &st) == 0 && S_ISDIR(st.st_mode))
                   : 0;
    bool is_plain;
    size_t n = part_length(search, pattern, &is_plain);
    if (!is_plain)
        return walk_folder(search, longer, pattern, n);
    return append_plain(search, longer, pattern, n) ? walk(search, longer, pattern + n) : 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int glob(const char *pattern, int flags, int (*failed)(const char *path, int error), glob_t *list)
{
    size_t offset = flags & GLOB_DOOFFS ? list->gl_offs : 0;

    list->gl_offs = offset;
    if (!(flags & GLOB_APPEND)) {
        list->gl_pathc = 0;
        list->gl_pathv = calloc(offset + 1, sizeof(*list->gl_pathv));
    }
    struct search search = {.list = list, .offset = offset, .flags = flags, .failed = failed};
    size_t before = list->gl_pathc;
    int error = list->gl_pathv ? walk(&search, "", pattern) : GLOB_NOSPACE;
    size_t found = list->gl_pathc - before;
    if (found > 0 && !(flags & GLOB_NOSORT))
        qsort(list->gl_pathv + offset + before, found, sizeof(*list->gl_pathv), by_name);
    if (error || found > 0)
        return error;
    return flags & GLOB_NOCHECK ? add(&search, pattern, false) : GLOB_NOMATCH;
}

void globfree(glob_t *list)
{
    size_t n = 0;

    while (list->gl_pathv && n < list->gl_pathc)
        free(list->gl_pathv[list->gl_offs + n++]);
    free(list->gl_pathv);
    list->gl_pathv = NULL;
}
