/* dirname: prints a path without its last name. */
#define TOOL "dirname"
#include "tool.h"

#include <libgen.h>

int main(int argc, char **argv)
{
    (void)argc;
    argv = tool_operands(argv);
    if (tool_help || !argv[0] || argv[1])
        tool_usage("PATH");
    puts(dirname(argv[0]));
    return tool_end(0);
}
