/* The room on the disk, from what the kernel counts. */
#include <abi/fs.h>
#include <limits.h>
#include <sys/kstat.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

static int count(struct statvfs *room)
{
    struct kstat now;

    if (kstat(&now, 0) < 0)
        return -1;
    fsblkcnt_t nblocks = now.ks_disk_blocks_all - now.ks_disk_blocks;
    fsfilcnt_t ninodes = now.ks_disk_inodes_all - now.ks_disk_inodes;
    *room = (struct statvfs){
        .f_bsize = FS_BLOCK_SIZE,
        .f_frsize = FS_BLOCK_SIZE,
        .f_blocks = now.ks_disk_blocks_all,
        .f_bfree = nblocks,
        .f_bavail = nblocks,
        .f_files = now.ks_disk_inodes_all,
        .f_ffree = ninodes,
        .f_favail = ninodes,
        .f_namemax = NAME_MAX,
    };
    return 0;
}

int statvfs(const char *path, struct statvfs *room)
{
    struct stat st;

    return stat(path, &st) < 0 ? -1 : count(room);
}

int fstatvfs(int fd, struct statvfs *room)
{
    struct stat st;

    return fstat(fd, &st) < 0 ? -1 : count(room);
}
