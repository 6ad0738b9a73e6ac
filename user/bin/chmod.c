/* chmod: sets the permission bits of files: an octal MODE, or +x and -x, which make a file
 * executable or not. */
#define TOOL "chmod"
#include "tool.h"

#include <sys/stat.h>

#define USAGE    "MODE FILE...    (MODE: octal, +x or -x)"
#define EXECUTE  (S_IXUSR | S_IXGRP | S_IXOTH)
#define ALL_BITS 0777

struct change {
    mode_t keep, add; /* of the old bits; new ones */
};

static struct change parse(const char *mode)
{
    if (strcmp(mode, "+x") == 0)
        return (struct change){ALL_BITS, EXECUTE};
    if (strcmp(mode, "-x") == 0)
        return (struct change){ALL_BITS & ~EXECUTE, 0};
    char *end;
    unsigned long bits = strtoul(mode, &end, 8);
    if (*mode < '0' || *mode > '7' || *end != '\0' || bits > ALL_BITS)
        tool_usage(USAGE);
    return (struct change){0, (mode_t)bits};
}

static int apply(struct change change, const char *path)
{
    struct stat st;

    if (stat(path, &st) < 0 || chmod(path, (st.st_mode & change.keep) | change.add) < 0)
        return tool_error(path);
    return 0;
}

int main(int argc, char **argv)
{
    int status = 0;

    (void)argc;
    argv = tool_operands(argv);
    if (tool_help || !argv[0] || !argv[1])
        tool_usage(USAGE);
    struct change change = parse(*argv);
    while (*++argv)
        status |= apply(change, *argv);
    return status;
}
