/* open(2) and fcntl(2): flags and commands (POSIX.1-2017, <fcntl.h>). */
#ifndef ABI_FCNTL_H
#define ABI_FCNTL_H

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

#define F_DUPFD    0 /* arg: lowest number to use */
#define F_GETFD    1
#define F_SETFD    2 /* arg: FD_CLOEXEC or 0 */
#define F_GETFL    3
#define F_SETFL    4 /* arg: sets O_APPEND and O_NONBLOCK, the rest is ignored */
#define FD_CLOEXEC 1

#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

#define R_OK 4 /* access(2) */
#define W_OK 2
#define X_OK 1
#define F_OK 0

#endif
