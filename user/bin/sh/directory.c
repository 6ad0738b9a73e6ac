/* Left out are cd -L, which would take a symbolic link's name off the path at a .., and CDPATH: cd
 * is always cd -P, and PWD has no symbolic link. */
#include "builtin.h"
#include "sh.h"
#include "var.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The directory, NULL if it has no path: it is removed, or is too deep for one. */
static void set_directory(const char *name, const char *path)
{
    if (path)
        var_set(name, path);
    else
        var_unset(name);
}

void builtin_note_directory(void)
{
    char path[PATH_MAX];

    set_directory("PWD", getcwd(path, sizeof(path)));
}

int builtin_cd(char **argv)
{
    bool back = argv[1] && strcmp(argv[1], "-") == 0;
    const char *from = back ? "OLDPWD" : "HOME";
    const char *dir = argv[1] && !back ? argv[1] : var_get(from);

    if (!dir) {
        sh_complain(from, "not set");
        return 1;
    }
    char before[PATH_MAX];
    const char *old = getcwd(before, sizeof(before));
    if (chdir(dir) != 0) {
        sh_complain_errno(dir);
        return 1;
    }
    builtin_note_directory();
    if (back)
        puts(dir);
    set_directory("OLDPWD", old);
    return 0;
}
