/* sync: waits until all that was written is on the disk. */
#define TOOL "sync"
#include "tool.h"

#include <sys/calls.h>

int main(int argc, char **argv)
{
    if (getopt(argc, argv, "") != -1 || argv[optind])
        tool_usage("");
    if (__sync() != 0) /* sync() would not tell */
        tool_die("not all is on the disk");
    return 0;
}
