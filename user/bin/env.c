/* env: prints the environment, or runs a program in a modified one. */
#define TOOL "env"
#include "tool.h"

int main(int argc, char **argv)
{
    int i = 1;

    (void)argc;
    for (; argv[i] && strchr(argv[i], '='); i++) {
        char *equals = strchr(argv[i], '=');

        if (equals == argv[i])
            tool_usage("[NAME=VALUE...] [PROGRAM [ARGUMENT...]]");
        *equals = '\0';
        if (setenv(argv[i], equals + 1, 1) != 0)
            tool_die(argv[i]);
    }
    if (argv[i]) {
        execvp(argv[i], argv + i);
        tool_error(argv[i]);
        return errno == ENOENT ? 127 : 126;
    }
    for (char **entry = environ; *entry; entry++)
        puts(*entry);
    return tool_end(0);
}
