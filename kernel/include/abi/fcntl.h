/* open(2) and fcntl(2): flags and commands (POSIX.1-2017, <fcntl.h>). */
#ifndef ABI_FCNTL_H
#define ABI_FCNTL_H

#include <abi/types.h>

#define O_RDONLY    0x0000
#define O_WRONLY    0x0001
#define O_RDWR      0x0002
#define O_ACCMODE   0x0003
#define O_CREAT     0x0040 /* create the file if it does not exist, with the third argument's mode */
#define O_EXCL      0x0080 /* with O_CREAT: fail with EEXIST if the file exists */
#define O_TRUNC     0x0200 /* truncate it to 0 bytes; needs write access */
#define O_APPEND    0x0400 /* each write goes to the end, atomically */
#define O_NONBLOCK  0x0800 /* pipes and the console: EAGAIN instead of waiting */
#define O_DIRECTORY 0x1000 /* ENOTDIR unless it is a directory */
#define O_NOFOLLOW  0x2000 /* ELOOP if the last component is a symbolic link */
#define O_CLOEXEC   0x4000 /* closed by exec */
#define O_SYNC      0x8000 /* each write is on the disk when it returns */
#define O_DSYNC     O_SYNC
#define O_RSYNC     O_SYNC
#define O_SEARCH    O_DIRECTORY /* the one user, 0, may search every directory */
#define O_EXEC      O_RDONLY
#define O_NOCTTY    0 /* opening a terminal never makes it the controlling one */
#define O_TTY_INIT  0

#define F_DUPFD    0 /* arg: lowest number to use */
#define F_GETFD    1
#define F_SETFD    2 /* arg: FD_CLOEXEC or 0 */
#define F_GETFL    3
#define F_SETFL    4 /* arg: sets O_APPEND, O_NONBLOCK and O_SYNC, the rest is ignored */
#define FD_CLOEXEC 1

#define F_DUPFD_CLOEXEC 5

/* Advisory locks, of the process.  arg: a struct flock, whose start is absolute when it reaches the
 * kernel.  Closing any descriptor of the file unlocks all of it. */
#define F_GETLK  6
#define F_SETLK  7
#define F_SETLKW 8 /* waits */
#define F_FLOCK  9 /* arg: LOCK_*, of the open file: flock(2) */

#define F_RDLCK 0 /* l_type */
#define F_WRLCK 1
#define F_UNLCK 2

struct flock {
    short l_type;
    short l_whence;
    pid_t l_pid;   /* F_GETLK: who has the lock */
    off_t l_start; /* bytes */
    off_t l_len;   /* 0: to the end of the file, wherever that will be */
};

#define LOCK_SH 1 /* flock(2) */
#define LOCK_EX 2
#define LOCK_NB 4 /* EAGAIN instead of waiting */
#define LOCK_UN 8

/* The *at() functions: the dirfd that stands for the working directory, and flags. */
#define AT_FDCWD            (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR        0x200 /* unlinkat: remove a directory */
#define AT_SYMLINK_FOLLOW   0x400 /* linkat */
#define AT_EACCESS          0x200 /* faccessat: changes nothing, there is one user */

#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

#define R_OK 4 /* access(2) */
#define W_OK 2
#define X_OK 1
#define F_OK 0

#endif
