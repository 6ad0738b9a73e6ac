/* sync: waits until all that was written is on the disk. */
#define TOOL "sync"
#include "tool.h"

int main(int argc, char **argv)
{
    if (getopt(argc, argv, "") != -1 || argv[optind])
        tool_usage("");
    sync();
    return 0;
}
