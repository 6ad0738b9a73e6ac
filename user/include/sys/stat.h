/* The attributes of a file (POSIX.1-2017, <sys/stat.h>). */
#ifndef _SYS_STAT_H
#define _SYS_STAT_H

#include <abi/stat.h>

#define S_ISUID     0 /* bits that files never have here */
#define S_ISGID     0
#define S_ISVTX     0
#define S_IFBLK     0060000
#define S_IFSOCK    0140000
#define S_ISBLK(m)  ((S_IFMT & (m)) == S_IFBLK)
#define S_ISSOCK(m) ((S_IFMT & (m)) == S_IFSOCK)
#define S_IREAD     S_IRUSR
#define S_IWRITE    S_IWUSR
#define S_IEXEC     S_IXUSR

int stat(const char *path, struct stat *st);
int lstat(const char *path, struct stat *st);
int fstat(int fd, struct stat *st);
int mkdir(const char *path, mode_t mode);
int mkfifo(const char *path, mode_t mode);
int mknod(const char *path, mode_t mode, dev_t device); /* EPERM: not a FIFO */
int chmod(const char *path, mode_t mode);
int fchmod(int fd, mode_t mode);
mode_t umask(mode_t mask);                            /* process 1 begins with 0 */
int futimens(int fd, const struct timespec times[2]); /* NULL: now */

/* Relative to a directory: <fcntl.h> has the flags. */
int fstatat(int dirfd, const char *path, struct stat *st, int flags);
int mkdirat(int dirfd, const char *path, mode_t mode);
int mkfifoat(int dirfd, const char *path, mode_t mode);
int mknodat(int dirfd, const char *path, mode_t mode, dev_t device);
int fchmodat(int dirfd, const char *path, mode_t mode, int flags);
int utimensat(int dirfd, const char *path, const struct timespec times[2], int flags);

#endif
