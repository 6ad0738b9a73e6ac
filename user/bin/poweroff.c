/* poweroff: syncs the disk and powers the machine off. */
#define TOOL "poweroff"
#include "tool.h"

int main(int argc, char **argv)
{
    if (getopt(argc, argv, "") != -1 || argc - optind > 1)
        tool_usage("[STATUS]");
    int status = argv[optind] ? (int)tool_number(argv[optind], 0, 255) : 0;
    sync();
    poweroff(status);
    tool_die("poweroff");
}
