/*
 * fsck: checks whether the file system in an image is consistent.
 *
 *     fsck [-r] IMAGE
 *
 * Without -r the image is only read: a commit in its log is replayed in memory.  With -r it is
 * mounted as the kernel does it, which replays the log and frees files without a name in the image,
 * and then checked.
 *
 * Status: 0 consistent, 1 problems (each a line on stdout), 2 could not check.
 */
#include "core/string.h"
#include "fs/fs.h"
#include "fs/super.h"
#include "mkfs/check.h"
#include "mkfs/disk.h"
#include "mkfs/host.h"
#include <stdio.h>

#define CACHE_BLOCKS 8192

static const char *image;

static void problem(const char *text)
{
    printf("%s: %s\n", image, text);
}

int main(int argc, char **argv)
{
    bool replay = argc > 1 && strcmp(argv[1], "-r") == 0;

    host_tool = "fsck";
    if (argc != 2 + replay || (argv[1 + replay][0] == '-' && argv[1 + replay][1] != '\0'))
        host_fail("usage: fsck [-r] IMAGE");
    image = argv[1 + replay];
    struct block_device *disk = disk_open(image, replay);
    int error = replay ? fs_mount(disk, CACHE_BLOCKS) : fs_attach(disk, CACHE_BLOCKS);
    if (error == 0 && replay)
        error = fs_unmount();
    if (error)
        host_fail("%s: not checked (error %d)", image, -error);

    if (disk_differs(disk))
        printf("%s: its log was replayed in memory only; -r replays it in the image\n", image);
    struct check c = check_all(problem);
    printf("%s: %u problems; %u files, %u directories, %u others; %u of %u blocks used", image,
           c.problems, c.files, c.folders, c.others, c.blocks,
           super_geometry()->nblocks - super_geometry()->data_start);
    if (c.orphans > 0)
        printf("; %u files without a name, which the next mount frees", c.orphans);
    putchar('\n');
    host_exit(c.problems > 0);
}
