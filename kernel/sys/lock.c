/* The commands of fcntl(2) that lock a range of a file, and flock. */
#include "sys/lock.h"
#include "arch/usercopy.h"
#include "fs/file_lock.h"
#include "fs/file_table.h"
#include "fs/inode.h"
#include "proc/process.h"
#include <abi/errno.h>

/* Makes a request from a struct flock.  The C library has made its start absolute. */
static int request_of(struct file *file, const struct flock *f, struct file_lock *wanted)
{
    *wanted = (struct file_lock){.inode = file->inode,
                                 .owner = &current_process()->files,
                                 .type = f->l_type,
                                 .pid = current_process()->pid,
                                 .start = f->l_start,
                                 .end = INT64_MAX};
    if (f->l_whence != SEEK_SET || f->l_type < F_RDLCK || f->l_type > F_UNLCK)
        return -EINVAL;
    if (f->l_len > 0 && __builtin_add_overflow(f->l_start, f->l_len, &wanted->end))
        return -EOVERFLOW;
    if (f->l_len < 0) {
        wanted->end = f->l_start;
        wanted->start += f->l_len;
    }
    return wanted->start < 0 || wanted->start >= wanted->end ? -EINVAL : 0;
}

static bool may_lock(const struct file *file, short type)
{
    uint32_t access = file->flags & O_ACCMODE;
    return type == F_UNLCK || access == O_RDWR || access == (type == F_WRLCK ? O_WRONLY : O_RDONLY);
}

/* Another thread may have closed the descriptor: then no close will release the lock. */
static int64_t set(struct file *file, int fd, const struct file_lock *wanted, bool waits)
{
    int64_t error = may_lock(file, wanted->type) ? file_lock_set(wanted, waits) : -EBADF;
    struct file *now = file_table_get(&current_process()->files, fd);
    if (!error && now != file)
        file_lock_release(wanted->inode, wanted->owner);
    if (now)
        file_put(now);
    return error;
}

static int64_t get(struct file_lock *wanted, struct flock *user_flock)
{
    file_lock_get(wanted);
    struct flock f = {.l_type = wanted->type,
                      .l_start = wanted->start,
                      .l_len = wanted->end == INT64_MAX ? 0 : wanted->end - wanted->start,
                      .l_pid = wanted->pid};
    return copy_to_user(user_flock, &f, sizeof(f));
}

int64_t lock_range(struct file *file, int fd, int cmd, struct flock *user_flock)
{
    if (file->kind != FILE_INODE)
        return -EINVAL;
    struct flock f;
    int64_t error = copy_from_user(&f, user_flock, sizeof(f));
    if (error)
        return error;
    struct file_lock wanted;
    error = request_of(file, &f, &wanted);
    if (!error && cmd == F_GETLK && f.l_type == F_UNLCK)
        error = -EINVAL;
    if (error)
        return error;
    return cmd == F_GETLK ? get(&wanted, user_flock) : set(file, fd, &wanted, cmd == F_SETLKW);
}

int64_t lock_whole(struct file *file, int how)
{
    int kind = how & ~LOCK_NB;
    if (file->kind != FILE_INODE || (kind != LOCK_SH && kind != LOCK_EX && kind != LOCK_UN))
        return -EINVAL;
    struct file_lock wanted = {.inode = file->inode,
                               .owner = file,
                               .flock = true,
                               .type = kind == LOCK_SH   ? F_RDLCK
                                       : kind == LOCK_EX ? F_WRLCK
                                                         : F_UNLCK,
                               .end = INT64_MAX};
    return file_lock_set(&wanted, !(how & LOCK_NB));
}
