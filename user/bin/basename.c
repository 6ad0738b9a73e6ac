/* basename: prints the last name in a path, without a suffix. */
#define TOOL "basename"
#include "tool.h"

#include <libgen.h>

int main(int argc, char **argv)
{
    (void)argc;
    argv = tool_operands(argv);
    if (tool_help || !argv[0] || (argv[1] && argv[2]))
        tool_usage("PATH [SUFFIX]");
    char *last = basename(argv[0]);
    size_t length = strlen(last), suffix = argv[1] ? strlen(argv[1]) : 0;
    if (suffix > 0 && suffix < length && strcmp(last + length - suffix, argv[1]) == 0)
        length -= suffix;
    tool_put_line(last, length);
    return tool_end(0);
}
