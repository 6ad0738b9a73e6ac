/* which: prints the path of each program that the shell would start by that name; -a all paths. */
#define TOOL "which"
#include "tool.h"

static int want_all;

static int runs(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* Returns 0 if there is one. */
static int find(const char *name)
{
    const char *dirs = getenv("PATH");
    int status = 1;

    if (strchr(name, '/')) {
        if (!runs(name))
            return 1;
        puts(name);
        return 0;
    }
    for (const char *dir = dirs ? dirs : "/bin"; dir && (want_all || status);) {
        size_t length = strcspn(dir, ":");
        char path[PATH_MAX];
        int n =
            snprintf(path, sizeof(path), "%.*s%s%s", (int)length, dir, length ? "/" : "./", name);
        if (n < PATH_MAX && runs(path)) {
            puts(path);
            status = 0;
        }
        dir = dir[length] ? dir + length + 1 : NULL;
    }
    return status;
}

int main(int argc, char **argv)
{
    int opt, status = 0;

    while ((opt = getopt(argc, argv, "a")) != -1) {
        if (opt == '?')
            tool_usage("[-a] PROGRAM...");
        want_all = 1;
    }
    if (optind == argc)
        tool_usage("[-a] PROGRAM...");
    for (; optind < argc; optind++)
        status |= find(argv[optind]);
    return tool_end(status);
}
