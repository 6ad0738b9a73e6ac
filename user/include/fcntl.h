/* Opening files (POSIX.1-2017, <fcntl.h>). */
#ifndef _FCNTL_H
#define _FCNTL_H

#include <abi/fcntl.h>
#include <abi/stat.h> /* the modes */
#include <abi/types.h>

int open(const char *path, int flags, ...); /* with O_CREAT: a mode_t follows */
int openat(int dirfd, const char *path, int flags, ...);
int creat(const char *path, mode_t mode);
int fcntl(int fd, int cmd, ...);

#endif
