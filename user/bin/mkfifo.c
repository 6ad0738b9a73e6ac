/* mkfifo: makes FIFOs: pipes with a name. */
#define TOOL "mkfifo"
#include "tool.h"

int main(int argc, char **argv)
{
    int status = 0;

    if (getopt(argc, argv, "") != -1 || !argv[optind])
        tool_usage("FILE...");
    for (; argv[optind]; optind++)
        if (mkfifo(argv[optind], 0666) != 0)
            status = tool_error(argv[optind]);
    return status;
}
