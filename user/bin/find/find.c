/*
 * find: walks through trees of files and prints the paths for which an expression holds, or does
 * something else with them.  Links are not followed.
 */
#define TOOL "find"
#include "find.h"
#include "../walk.h"

#define USAGE                                                                                   \
    "[DIRECTORY...] [EXPRESSION]\n"                                                             \
    "  -name PATTERN -iname PATTERN -path PATTERN -type f|d|l|c|p -size [+-]N[ckM] -empty\n"    \
    "  -newer FILE -mtime [+-]DAYS -perm [-]MODE -links [+-]N -mindepth N -maxdepth N -depth\n" \
    "  -prune -print -print0 -delete -exec COMMAND {} \\; -exec COMMAND {} +   ! -a -o ( )"

static struct expression *expression;
static struct bounds bounds;

/* The path's last name, without slashes after it. */
static void test(const char *path, const struct stat *st, int depth, int *skip)
{
    if (depth < bounds.min || depth > bounds.max)
        return;
    size_t length;
    const char *last = tool_last(path, &length);
    char *name = strndup(last, length);
    if (!name)
        tool_die("memory");
    struct file file = {path, name, st, 0};
    expression_holds(expression, &file);
    *skip |= file.skip;
    free(name);
}

static int before(const char *path, const struct stat *st, int depth)
{
    int skip = depth >= bounds.max ? WALK_SKIP : WALK_ON;

    if (!bounds.after)
        test(path, st, depth, &skip);
    return skip;
}

static void after(const char *path, const struct stat *st, int depth)
{
    int skip = 0;

    if (bounds.after)
        test(path, st, depth, &skip);
}

int main(int argc, char **argv)
{
    static const struct walk tree = {before, after, 0};
    static char *here[] = {".", NULL};
    int status = 0, n = 1;

    if (tool_help)
        tool_usage(USAGE);
    while (n < argc && argv[n][0] != '-' && strcmp(argv[n], "!") != 0 && strcmp(argv[n], "(") != 0)
        n++;
    expression = expression_parse(argv + n, &bounds);
    char **roots = n > 1 ? argv + 1 : here;
    argv[n] = NULL;
    for (; *roots; roots++)
        status |= walk(&tree, *roots);
    status |= expression_end();
    return tool_end(status);
}
