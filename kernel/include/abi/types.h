/* The integer types of POSIX.1-2017, <sys/types.h>; both sides of a system call agree on them. */
#ifndef ABI_TYPES_H
#define ABI_TYPES_H

#include <abi/compiler.h>

typedef int64_t ssize_t;
typedef int64_t off_t;     /* a position in a file, in bytes */
typedef int32_t pid_t;     /* a process, 1 or more */
typedef int32_t tid_t;     /* a thread; unique in the system while it lives */
typedef uint32_t mode_t;   /* kind of file and permission bits, see abi/stat.h */
typedef uint32_t ino_t;    /* an inode of the one file system */
typedef uint32_t dev_t;    /* a device number, see abi/stat.h */
typedef uint32_t nlink_t;  /* directory entries that name an inode */
typedef int64_t blksize_t; /* bytes */
typedef int64_t blkcnt_t;  /* units of 512 bytes */
typedef uint64_t fsblkcnt_t;
typedef uint64_t fsfilcnt_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef uint32_t id_t; /* a pid_t, uid_t or gid_t */
typedef int32_t key_t;
typedef int64_t time_t;      /* seconds since 1970-01-01 00:00 UTC */
typedef int64_t clock_t;     /* clock ticks, sysconf(_SC_CLK_TCK) a second */
typedef int clockid_t;       /* CLOCK_*, see abi/time.h */
typedef int64_t suseconds_t; /* microseconds, which may be negative */
typedef uint32_t useconds_t;

#endif
