/* pwd [-P]: prints the working directory, by a path without symbolic links; -L is left out. */
#define TOOL "pwd"
#include "tool.h"

#include <limits.h>

int main(int argc, char **argv)
{
    int option;
    while ((option = getopt(argc, argv, "P")) == 'P')
        continue;
    if (option != -1 || argv[optind])
        tool_usage("[-P]");
    char path[PATH_MAX];
    if (!getcwd(path, sizeof(path)))
        tool_die("working directory");
    puts(path);
    return tool_end(0);
}
