/* rmdir: removes empty directories. */
#define TOOL "rmdir"
#include "tool.h"

int main(int argc, char **argv)
{
    int status = 0;

    if (getopt(argc, argv, "") != -1 || !argv[optind])
        tool_usage("DIRECTORY...");
    for (; argv[optind]; optind++)
        if (rmdir(argv[optind]) != 0)
            status = tool_error(argv[optind]);
    return status;
}
