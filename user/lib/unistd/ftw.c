/*
 * Walking a tree of files.  The names of each folder are read before any of its files is visited,
 * so one folder is open at a time.  A link that leads to a folder above it is passed over: the walk
 * compares each folder with those that it is in.
 */
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct folder {
    dev_t dev;
    ino_t ino;
    const struct folder *above;
};

struct walk {
    char path[PATH_MAX];
    int flags;
    int (*func)(const char *, const struct stat *, int, struct FTW *);
    int (*simple)(const char *, const struct stat *, int); /* ftw's, or NULL */
};

static int visit(struct walk *w, size_t base, int level, const struct folder *above);

static int call(struct walk *w, const struct stat *st, int kind, struct FTW *where)
{
    return w->simple ? w->simple(w->path, st, kind) : w->func(w->path, st, kind, where);
}

static bool is_in_itself(const struct stat *st, const struct folder *above)
{
    for (; above; above = above->above)
        if (above->dev == st->st_dev && above->ino == st->st_ino)
            return true;
    return false;
}

/* Visits each file of a folder whose path has len bytes. */
static int visit_files(struct walk *w, struct dirent **list, int n, size_t len, int level,
                       const struct folder *here)
{
    int result = 0;

    if (w->path[len - 1] != '/')
        w->path[len++] = '/';
    for (int i = 0; i < n; i++) {
        const char *name = list[i]->d_name;

        if (!result && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            if (len + strlen(name) < sizeof(w->path)) {
                strcpy(w->path + len, name);
                result = visit(w, len, level + 1, here);
            } else {
                errno = ENAMETOOLONG;
                result = -1;
            }
        }
        free(list[i]);
    }
    free(list);
    return result;
}

static int visit_folder(struct walk *w, const struct stat *st, struct FTW *where,
                        const struct folder *above)
{
    struct folder here = {st->st_dev, st->st_ino, above};
    size_t len = strlen(w->path);

    struct dirent **list;
    int n = scandir(w->path, &list, NULL, NULL);
    if (n < 0)
        return errno == EACCES ? call(w, st, FTW_DNR, where) : -1;
    int result = w->flags & FTW_DEPTH ? 0 : call(w, st, FTW_D, where);
    if (result) {
        while (n > 0)
            free(list[--n]);
        free(list);
        return result;
    }
    result = visit_files(w, list, n, len, where->level, &here);
    w->path[len] = 0;
    return result || !(w->flags & FTW_DEPTH) ? result : call(w, st, FTW_DP, where);
}

static int visit(struct walk *w, size_t base, int level, const struct folder *above)
{
    struct FTW where = {(int)base, level};
    int kind = FTW_F;

    struct stat st;
    if (w->flags & FTW_PHYS || stat(w->path, &st) < 0) {
        if (lstat(w->path, &st) < 0) {
            if (level == 0 || errno != EACCES)
                return -1;
            kind = FTW_NS;
        } else if (S_ISLNK(st.st_mode)) {
            kind = w->flags & FTW_PHYS ? FTW_SL : w->simple ? FTW_NS : FTW_SLN;
        }
    }
    if (kind == FTW_F && S_ISDIR(st.st_mode))
        return is_in_itself(&st, above) ? 0 : visit_folder(w, &st, &where, above);
    return call(w, &st, kind, &where);
}

static int begin(struct walk *w, const char *path, int fds)
{
    size_t len = strlen(path);

    if (fds < 1 || len == 0 || len >= sizeof(w->path)) {
        errno = fds < 1 ? EINVAL : len == 0 ? ENOENT : ENAMETOOLONG;
        return -1;
    }
    strcpy(w->path, path);
    while (len > 1 && w->path[len - 1] == '/')
        w->path[--len] = 0;
    const char *slash = strrchr(w->path, '/');
    return visit(w, slash && slash[1] ? slash + 1 - w->path : 0, 0, NULL);
}

int ftw(const char *path, int (*func)(const char *, const struct stat *, int), int fds)
{
    struct walk w = {.simple = func};

    return begin(&w, path, fds);
}

int nftw(const char *path, int (*func)(const char *, const struct stat *, int, struct FTW *),
         int fds, int flags)
{
    struct walk w = {.func = func, .flags = flags};

    if (flags & FTW_CHDIR) {
        errno = ENOTSUP;
        return -1;
    }
    return begin(&w, path, fds);
}
