/* fcntl(2)'s locks; fs/file_lock.h has the rules. */
#ifndef SYS_LOCK_H
#define SYS_LOCK_H

#include "fs/file.h"
#include <abi/fcntl.h>

/* F_GETLK, F_SETLK, F_SETLKW of the file that descriptor fd has; F_FLOCK with LOCK_*. */
int64_t lock_range(struct file *file, int fd, int cmd, struct flock *user_flock);
int64_t lock_whole(struct file *file, int how);

#endif
