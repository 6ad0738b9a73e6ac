/* poweroff: syncs the disk and powers the machine off. */
#define TOOL "poweroff"
#include "shared.h"
#include "tool.h"

int main(int argc, char **argv)
{
    if (tool_help)
        tool_usage("[STATUS]");
    if (getopt(argc, argv, "") != -1)
        return 2;
    return shared_poweroff(argv + optind - 1);
}
