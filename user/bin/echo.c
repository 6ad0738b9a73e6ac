/* echo: prints its arguments.  -n omits the newline. */
#define TOOL "echo"
#include "tool.h"

int main(int argc, char **argv)
{
    int newline = 1, i = 1;

    (void)argc;
    if (argv[1] && strcmp(argv[1], "-n") == 0) {
        newline = 0;
        i = 2;
    }
    for (; argv[i]; i++)
        printf("%s%s", argv[i], argv[i + 1] ? " " : "");
    if (newline)
        putchar('\n');
    return tool_end(0);
}
