/* The room on the disk (POSIX.1-2017, <sys/statvfs.h>).  There is one file system.  Counting reads
 * its bitmaps: EIO, ENOMEM. */
#ifndef _SYS_STATVFS_H
#define _SYS_STATVFS_H

#include <abi/types.h>

struct statvfs {
    unsigned long f_bsize, f_frsize; /* bytes of a block */
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    fsfilcnt_t f_files, f_ffree, f_favail;
    unsigned long f_fsid, f_flag, f_namemax; /* f_flag is 0 */
};

#define ST_RDONLY 1
#define ST_NOSUID 2

int statvfs(const char *path, struct statvfs *room);
int fstatvfs(int fd, struct statvfs *room);

#endif
