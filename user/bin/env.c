/* env: prints the environment, or runs a program in a modified one. */
#define TOOL "env"
#include "tool.h"

#define USAGE "[NAME=VALUE...] [PROGRAM [ARGUMENT...]]"

int main(int argc, char **argv)
{
    (void)argc;
    if (tool_help)
        tool_usage(USAGE);
    for (argv = tool_operands(argv); *argv && strchr(*argv, '='); argv++) {
        char *equals = strchr(*argv, '=');

        if (equals == *argv)
            tool_usage(USAGE);
        *equals = '\0';
        if (setenv(*argv, equals + 1, 1) != 0)
            tool_die(*argv);
    }
    if (*argv) {
        execvp(*argv, argv);
        tool_error(*argv);
        return errno == ENOENT ? 127 : 126;
    }
    for (char **entry = environ; *entry; entry++)
        puts(*entry);
    return tool_end(0);
}
