/* pwd: prints the working directory. */
#define TOOL "pwd"
#include "tool.h"

#include <limits.h>

int main(int argc, char **argv)
{
    if (getopt(argc, argv, "") != -1 || argv[optind])
        tool_usage("");
    char path[PATH_MAX];
    if (!getcwd(path, sizeof(path)))
        tool_die("working directory");
    puts(path);
    return tool_end(0);
}
