/* stat(2): the attributes of a file (POSIX.1-2017, <sys/stat.h>). */
#ifndef ABI_STAT_H
#define ABI_STAT_H

#include <abi/time.h>
#include <abi/types.h>

#define S_IFMT  0170000
#define S_IFIFO 0010000
#define S_IFCHR 0020000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_IFLNK 0120000

#define S_ISFIFO(m) ((S_IFMT & (m)) == S_IFIFO)
#define S_ISCHR(m)  ((S_IFMT & (m)) == S_IFCHR)
#define S_ISDIR(m)  ((S_IFMT & (m)) == S_IFDIR)
#define S_ISREG(m)  ((S_IFMT & (m)) == S_IFREG)
#define S_ISLNK(m)  ((S_IFMT & (m)) == S_IFLNK)

/* There are no users: the owner's bits apply to every process.  Only S_IXUSR is enforced (exec). */
#define S_IRWXU 0700
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXG 0070
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IXGRP 0010
#define S_IRWXO 0007
#define S_IROTH 0004
#define S_IWOTH 0002
#define S_IXOTH 0001

struct stat {
    dev_t st_dev; /* 1 for the file system, 0 for a pipe */
    ino_t st_ino;
    mode_t st_mode;
    nlink_t st_nlink;
    dev_t st_rdev;   /* of a device: DEV_* (abi/device.h) */
    uint32_t st_uid; /* 0 always */
    uint32_t st_gid; /* 0 always */
    uint32_t st_pad;
    off_t st_size;           /* bytes */
    blksize_t st_blksize;    /* bytes: the preferred size of a read */
    blkcnt_t st_blocks;      /* allocated, in units of 512 bytes */
    struct timespec st_atim; /* when it was last read, in whole seconds: doc/limits.md */
    struct timespec st_mtim; /* when the contents last changed */
    struct timespec st_ctim; /* the same as st_mtim */
};

#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec

#define UTIME_NOW  ((1l << 30) - 1l) /* in tv_nsec, for utimensat(2) */
#define UTIME_OMIT ((1l << 30) - 2l)

#endif
