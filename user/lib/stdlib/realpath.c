/*
 * The path of a file without symbolic links, "." and "..".
 *
 * `todo` holds the part still to be resolved; its names move to the result one by one.  A symbolic
 * link's target is put in front of todo instead.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct walk {
    char done[PATH_MAX]; /* "" for the root, otherwise without a slash at the end */
    char todo[PATH_MAX];
    int links;
};

static int fail(int error)
{
    errno = error;
    return -1;
}

/* Puts text and the rest of todo, which is empty or starts with a slash, into todo. */
static int prepend(struct walk *w, const char *text, const char *rest)
{
    char both[PATH_MAX];

    if (strlcpy(both, text, sizeof(both)) >= sizeof(both) ||
        strlcat(both, rest, sizeof(both)) >= sizeof(both))
        return fail(ENAMETOOLONG);
    strcpy(w->todo, both);
    return 0;
}

/* The name at the end of done, from len on, exists: if it is a symbolic link, follow it. */
static int follow(struct walk *w, size_t len, const char *rest)
{
    struct stat st;

    if (lstat(w->done, &st) < 0)
        return -1;
    if (!S_ISLNK(st.st_mode)) {
        if (*rest && !S_ISDIR(st.st_mode))
            return fail(ENOTDIR);
        memmove(w->todo, rest, strlen(rest) + 1);
        return 0;
    }
    if (++w->links > SYMLOOP_MAX)
        return fail(ELOOP);
    char target[PATH_MAX];
    ssize_t n = readlink(w->done, target, sizeof(target) - 1);
    if (n < 0)
        return -1;
    target[n] = 0;
    w->done[*target == '/' ? 0 : len] = 0;
    return prepend(w, target, rest);
}

/* Moves one name from todo to done. */
static int step(struct walk *w)
{
    size_t skip = strspn(w->todo, "/"), n = strcspn(w->todo + skip, "/"), len = strlen(w->done);
    const char *name = w->todo + skip, *rest = name + n;

    if (n == 0 || (n == 1 && name[0] == '.')) {
        memmove(w->todo, rest, strlen(rest) + 1);
        return 0;
    }
    if (n == 2 && name[0] == '.' && name[1] == '.') {
        char *slash = strrchr(w->done, '/');

        if (slash)
            *slash = 0;
        memmove(w->todo, rest, strlen(rest) + 1);
        return 0;
    }
    if (len + 1 + n + 1 > sizeof(w->done))
        return fail(ENAMETOOLONG);
    w->done[len] = '/';
    memcpy(w->done + len + 1, name, n);
    w->done[len + 1 + n] = 0;
    return follow(w, len, rest);
}

char *realpath(const char *path, char *resolved)
{
    struct walk w = {.done = ""};

    if (!path || !*path) {
        errno = path ? ENOENT : EINVAL;
        return NULL;
    }
    if (*path != '/') {
        if (!getcwd(w.done, sizeof(w.done)))
            return NULL;
        if (strcmp(w.done, "/") == 0)
            w.done[0] = 0;
    }
    if (strlcpy(w.todo, path, sizeof(w.todo)) >= sizeof(w.todo)) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    while (*w.todo)
        if (step(&w) < 0)
            return NULL;
    if (!*w.done)
        strcpy(w.done, "/");
    return resolved ? strcpy(resolved, w.done) : strdup(w.done);
}
