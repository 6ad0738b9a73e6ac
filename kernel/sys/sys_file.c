/* The calls on file descriptors. */
#include "arch/usercopy.h"
#include "fs/file.h"
#include "fs/file_table.h"
#include "fs/fs.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "sys/syscalls.h"
#include <abi/errno.h>
#include <abi/fcntl.h>

#define TRANSFER_MAX 0x7ffff000u /* bytes of one read or write; asking for more moves this many */

static struct file_table *table(void)
{
    return &current_process()->files;
}

static size_t clip(size_t n)
{
    return n < TRANSFER_MAX ? n : TRANSFER_MAX;
}

int64_t sys_close(int fd)
{
    return file_table_close(table(), fd);
}

int64_t sys_read(int fd, void *buf, size_t n)
{
    struct file *file = file_table_get(table(), fd);
    if (!file)
        return -EBADF;
    int64_t r = file_read(file, buf, clip(n));
    file_put(file);
    return r;
}

int64_t sys_write(int fd, const void *buf, size_t n)
{
    struct file *file = file_table_get(table(), fd);
    if (!file)
        return -EBADF;
    int64_t r = file_write(file, buf, clip(n));
    file_put(file);
    if (r == -EPIPE)
        signal_raise(SIGPIPE);
    return r;
}

int64_t sys_lseek(int fd, off_t off, int whence)
{
    struct file *file = file_table_get(table(), fd);
    if (!file)
        return -EBADF;
    int64_t r = file_seek(file, off, whence);
    file_put(file);
    return r;
}

int64_t sys_fstat(int fd, struct stat *st)
{
    struct file *file = file_table_get(table(), fd);
    if (!file)
        return -EBADF;
    struct stat stat;
    file_stat(file, &stat);
    file_put(file);
    return copy_to_user(st, &stat, sizeof(stat));
}

int64_t sys_getdents(int fd, struct dirent *list, size_t nbytes)
{
    struct file *file = file_table_get(table(), fd);
    if (!file)
        return -EBADF;
    int64_t r = file_list(file, list, clip(nbytes));
    file_put(file);
    return r;
}

int64_t sys_ioctl(int fd, unsigned long request, void *arg)
{
    struct file *file = file_table_get(table(), fd);
    if (!file)
        return -EBADF;
    int64_t r = file_ioctl(file, request, arg);
    file_put(file);
    return r;
}

int64_t sys_ftruncate(int fd, off_t length)
{
    struct file *file = file_table_get(table(), fd);
    if (!file)
        return -EBADF;
    int64_t r = file_truncate(file, length);
    file_put(file);
    return r;
}

int64_t sys_fsync(int fd)
{
    struct file *file = file_table_get(table(), fd);
    if (!file)
        return -EBADF;
    int64_t r = file_sync(file);
    file_put(file);
    return r;
}

int64_t sys_sync(void)
{
    return fs_sync();
}

/* ---- descriptors ---- */

static int64_t duplicate(int fd, int lowest, bool close_on_exec)
{
    struct file *file = file_table_get(table(), fd);
    if (!file)
        return -EBADF;
    int r = file_table_reserve(table(), lowest);
    if (r < 0)
        file_put(file);
    else
        file_table_fill(table(), r, file, close_on_exec);
    return r;
}

int64_t sys_dup(int fd)
{
    return duplicate(fd, 0, false);
}

int64_t sys_dup2(int fd, int to)
{
    return file_table_dup(table(), fd, to);
}

/* Both descriptors are reserved, and copied to the program, before they are open. */
int64_t sys_pipe(int fds[2])
{
    struct file *ends[2];
    int fd[2] = {-1, -1};
    int r = file_open_pipe(ends);
    if (r < 0)
        return r;
    if ((r = fd[0] = file_table_reserve(table(), 0)) < 0 ||
        (r = fd[1] = file_table_reserve(table(), 0)) < 0 ||
        (r = copy_to_user(fds, fd, sizeof(fd))) < 0)
        goto fail;
    for (int i = 0; i < 2; i++)
        file_table_fill(table(), fd[i], ends[i], false);
    return 0;
fail:
    for (int i = 0; i < 2; i++) {
        if (fd[i] >= 0)
            file_table_unreserve(table(), fd[i]);
        file_put(ends[i]);
    }
    return r;
}

static int64_t flags_get(int fd)
{
    struct file *file = file_table_get(table(), fd);
    if (!file)
        return -EBADF;
    int64_t r = __atomic_load_n(&file->flags, __ATOMIC_RELAXED);
    file_put(file);
    return r;
}

static int64_t flags_set(int fd, uint32_t flags)
{
    struct file *file = file_table_get(table(), fd);
    if (!file)
        return -EBADF;
    file_set_flags(file, flags);
    file_put(file);
    return 0;
}

int64_t sys_fcntl(int fd, int cmd, long arg)
{
    switch (cmd) {
    case F_DUPFD:
        return duplicate(fd, arg >= 0 && arg < OPEN_MAX ? arg : -1, false);
    case F_GETFD:
        return file_table_get_flag(table(), fd);
    case F_SETFD:
        return file_table_set_flag(table(), fd, arg & FD_CLOEXEC);
    case F_GETFL:
        return flags_get(fd);
    case F_SETFL:
        return flags_set(fd, arg);
    default:
        return -EINVAL;
    }
}
