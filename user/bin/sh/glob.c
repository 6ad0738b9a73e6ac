/*
 * Patterns against directories.  A pattern is taken apart at its slashes: plain parts are only
 * appended to the path, the others are compared with every name in the directory so far.
 */
#include "glob.h"

#include "pool.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct matches {
    char **names;
    size_t count, room;
};

char *glob_plain(const char *pattern)
{
    char *plain = pool_string(pattern, strlen(pattern)), *to = plain;

    for (; *pattern; pattern++) {
        if (*pattern == '\\' && pattern[1])
            pattern++;
        *to++ = *pattern;
    }
    *to = '\0';
    return plain;
}

/* *s is after the [.  Whether the set contains c; moves *s after the ], to NULL if there is none.
 */
static bool match_set(const char **s, char c)
{
    const char *p = *s;
    bool invert = *p == '!' || *p == '^', found = false;
    const char *first = p += invert;

    while (*p && (*p != ']' || p == first)) {
        p += *p == '\\' && p[1];
        unsigned char low = (unsigned char)*p++, high = low;
        if (p[0] == '-' && p[1] && p[1] != ']') {
            p += p[1] == '\\' && p[2] ? 2 : 1;
            high = (unsigned char)*p++;
        }
        found |= low <= (unsigned char)c && (unsigned char)c <= high;
    }
    *s = *p ? p + 1 : NULL;
    return found != invert;
}

/* Matches one character of name; returns the rest of the pattern, or NULL. */
static const char *match_one(const char *pattern, char c)
{
    const char *rest = pattern + 1;

    if (*pattern == '?')
        return rest;
    if (*pattern == '[') {
        bool found = match_set(&rest, c);

        if (rest)
            return found ? rest : NULL;
        rest = pattern + 1; /* no ]: the [ means itself */
    }
    if (*pattern == '\\' && pattern[1])
        rest = ++pattern + 1;
    return *pattern == c ? rest : NULL;
}

/*
 * When a character does not fit, only the latest * has to take one more: what an earlier one
 * could take besides, the latest can take as well.
 */
static bool match(const char *pattern, const char *name)
{
    const char *star = NULL, *retry = NULL, *rest;

    while (*name) {
        if (*pattern == '*') {
            star = ++pattern;
            retry = name;
        } else if (*pattern && (rest = match_one(pattern, *name))) {
            pattern = rest;
            name++;
        } else if (star) {
            pattern = star;
            name = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

static void add(struct matches *list, const char *name)
{
    if (list->count == list->room) {
        char **grown = pool_alloc((2 * list->room + 16) * sizeof(*grown));

        if (list->count > 0)
            memcpy(grown, list->names, list->count * sizeof(*grown));
        list->names = grown;
        list->room = 2 * list->room + 16;
    }
    list->names[list->count++] = pool_string(name, strlen(name));
}

static bool append(char *path, const char *name)
{
    size_t length = strlen(path), n = strlen(name);

    if (length + n + 1 > PATH_MAX)
        return false;
    memcpy(path + length, name, n + 1);
    return true;
}

static void walk(struct matches *list, const char *path, const char *pattern);

/* Continues with every name in the directory path that part matches. */
static void walk_directory(struct matches *list, const char *path, const char *part,
                           const char *rest)
{
    DIR *dir = opendir(*path ? path : ".");

    if (!dir)
        return;
    struct dirent *entry;
    char longer[PATH_MAX];
    while ((entry = readdir(dir))) {
        if (entry->d_name[0] == '.' && *part != '.')
            continue;
        strcpy(longer, path);
        if (match(part, entry->d_name) && append(longer, entry->d_name))
            walk(list, longer, rest);
    }
    closedir(dir);
}

static size_t part_length(const char *pattern)
{
    size_t n = 0;

    while (pattern[n] && pattern[n] != '/')
        n += pattern[n] == '\\' && pattern[n + 1] ? 2 : 1;
    return n;
}

static bool is_plain(const char *part)
{
    for (; *part; part++) {
        if (*part == '\\' && part[1])
            part++;
        else if (strchr("*?[", *part))
            return false;
    }
    return true;
}

/* path is what has matched so far, pattern the rest. */
static void walk(struct matches *list, const char *path, const char *pattern)
{
    char longer[PATH_MAX];

    strcpy(longer, path);
    for (; *pattern == '/'; pattern++)
        if (!append(longer, "/"))
            return;
    struct stat st;
    if (*pattern == '\0') {
        if (lstat(longer, &st) == 0)
            add(list, longer);
        return;
    }
    size_t n = part_length(pattern);
    char *part = pool_string(pattern, n);
    if (!is_plain(part))
        walk_directory(list, longer, part, pattern + n);
    else if (append(longer, glob_plain(part)))
        walk(list, longer, pattern + n);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct word **glob_expand(const char *pattern, struct word **place)
{
    struct matches list = {NULL, 0, 0};

    walk(&list, "", pattern);
    if (list.count > 0)
        qsort(list.names, list.count, sizeof(*list.names), by_name);
    for (size_t i = 0; i < list.count; i++) {
        *place = pool_alloc(sizeof(**place));
        (*place)->text = list.names[i];
        place = &(*place)->next;
    }
    return place;
}
