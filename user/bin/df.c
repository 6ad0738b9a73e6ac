/* df: prints how much of the disk is in use, in KiB, once for each FILE.  -k and -P are the
 * default. */
#define TOOL "df"
#include "tool.h"

#include <sys/statvfs.h>

static int begun; /* the head of the table is printed */

static int print(const char *path)
{
    struct statvfs room;

    if (statvfs(path, &room) < 0)
        return tool_error(path);
    if (!begun)
        printf("%-14s %11s %8s %9s %8s %s\n", "Filesystem", "1024-blocks", "Used", "Available",
               "Capacity", "Mounted on");
    begun = 1;
    unsigned long all = room.f_blocks, used = all - room.f_bfree, unit = room.f_frsize / 1024;
    printf("%-14s %11lu %8lu %9lu %7lu%% /\n", "disk", all * unit, used * unit,
           room.f_bavail * unit, all ? (100 * used + all - 1) / all : 0);
    return 0;
}

int main(int argc, char **argv)
{
    int opt, status = 0;

    while ((opt = getopt(argc, argv, "kP")) != -1)
        if (opt == '?')
            tool_usage("[-kP] [FILE...]");
    if (optind == argc)
        status = print("/");
    for (; optind < argc; optind++)
        status |= print(argv[optind]);
    return tool_end(status);
}
