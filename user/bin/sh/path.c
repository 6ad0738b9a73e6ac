#include "path.h"

#include "builtin.h"
#include "function.h"
#include "parse.h"
#include "sh.h"
#include "text.h"
#include "var.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool may_use(const char *path, int mode)
{
    struct stat st;

    return access(path, mode) == 0 &&
           (mode != X_OK || (stat(path, &st) == 0 && S_ISREG(st.st_mode)));
}

const char *path_find(const char *name, int mode)
{
    const char *dir = var_get("PATH");

    if (strchr(name, '/'))
        return mode == R_OK || may_use(name, mode) ? name : NULL;
    for (size_t n; dir; dir = dir[n] ? dir + n + 1 : NULL) {
        struct text path = {NULL, 0, 0};

        n = strcspn(dir, ":");
        text_append(&path, dir, n);
        text_append(&path, "/", n > 0); /* none: the working directory */
        text_append(&path, name, strlen(name));
        if (may_use(path.s, mode))
            return path.s;
    }
    return NULL;
}

int path_describe(const char *name, int in_words)
{
    const struct builtin *builtin = builtin_find(name);
    const char *path = NULL, *kind = NULL;

    if (parse_is_reserved(name))
        kind = "a shell keyword";
    else if (builtin && builtin->special)
        kind = "a special shell builtin";
    else if (function_find(name))
        kind = "a shell function";
    else if (builtin)
        kind = "a shell builtin";
    else
        path = path_find(name, X_OK);
    if (!kind && !path) {
        if (in_words)
            sh_complain(name, "not found");
        return 127;
    }
    if (in_words)
        printf("%s is %s\n", name, kind ? kind : path);
    else
        puts(kind ? name : path);
    return 0;
}

int path_builtin_type(char **argv)
{
    int status = 0;

    for (argv++; *argv; argv++)
        if (path_describe(*argv, 1) != 0)
            status = 127;
    return status;
}
