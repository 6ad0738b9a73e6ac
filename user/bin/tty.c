/* tty: prints the name of the terminal on standard input; -s prints nothing.  Status 1: there is
 * none. */
#define TOOL "tty"
#include "tool.h"

int main(int argc, char **argv)
{
    int opt, silent = 0;

    while ((opt = getopt(argc, argv, "s")) != -1) {
        if (opt == '?')
            tool_usage("[-s]");
        silent = 1;
    }
    if (optind < argc)
        tool_usage("[-s]");
    const char *name = ttyname(0);
    if (!silent)
        puts(name ? name : "not a tty");
    return tool_end(name ? 0 : 1);
}
