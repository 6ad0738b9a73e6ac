/* The calls on file descriptors. */
#include "arch/usercopy.h"
#include "fs/file.h"
#include "fs/file_table.h"
#include "fs/fs.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "sys/lock.h"
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

/* Whether no other thread uses the process's descriptors.  Only this one could make another. */
static bool is_alone(void)
{
    return __atomic_load_n(&current_process()->nthreads, __ATOMIC_ACQUIRE) == 1;
}

/* The value of an expression in which `name` is the open file of descriptor fd; -EBADF if there is
 * none.  Takes a reference if another thread may close the descriptor during the call.  The result
 * is volatile so that gcc does not end a system call by a jump: then it is in no backtrace. */
#define WITH_FILE(name, fd, expression)                                                          \
    ({                                                                                           \
        volatile int64_t result_ = -EBADF;                                                       \
        bool alone_ = is_alone();                                                                \
        struct file *name = alone_ ? file_table_peek(table(), fd) : file_table_get(table(), fd); \
        if (name) {                                                                              \
            result_ = (expression);                                                              \
            if (!alone_)                                                                         \
                file_put(name);                                                                  \
        }                                                                                        \
        result_;                                                                                 \
    })

int64_t sys_close(int fd)
{
    return file_table_close(table(), fd);
}

int64_t sys_read(int fd, void *buf, size_t n)
{
    return WITH_FILE(file, fd, file_read(file, buf, clip(n)));
}

int64_t sys_write(int fd, const void *buf, size_t n)
{
    int64_t result = WITH_FILE(file, fd, file_write(file, buf, clip(n)));
    if (result == -EPIPE)
        signal_raise(SIGPIPE);
    return result;
}

int64_t sys_pread(int fd, void *buf, size_t n, off_t off)
{
    return WITH_FILE(file, fd, file_read_at(file, buf, clip(n), off));
}

int64_t sys_pwrite(int fd, const void *buf, size_t n, off_t off)
{
    return WITH_FILE(file, fd, file_write_at(file, buf, clip(n), off));
}

int64_t sys_lseek(int fd, off_t off, int whence)
{
    return WITH_FILE(file, fd, file_seek(file, off, whence));
}

int64_t sys_fstat(int fd, struct stat *st)
{
    struct stat stat;
    int64_t error = WITH_FILE(file, fd, file_stat(file, &stat));
    return error ? error : copy_to_user(st, &stat, sizeof(stat));
}

int64_t sys_getdents(int fd, struct dirent *list, size_t nbytes)
{
    return WITH_FILE(file, fd, file_list(file, list, clip(nbytes)));
}

int64_t sys_ioctl(int fd, unsigned long request, void *arg)
{
    return WITH_FILE(file, fd, file_ioctl(file, request, arg));
}

int64_t sys_ftruncate(int fd, off_t length)
{
    return WITH_FILE(file, fd, file_truncate(file, length));
}

int64_t sys_fsync(int fd)
{
    return WITH_FILE(file, fd, file_sync(file));
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
    int result = file_table_reserve(table(), lowest);
    if (result < 0)
        file_put(file);
    else
        file_table_fill(table(), result, file, close_on_exec);
    return result;
}

int64_t sys_dup(int fd)
{
    return duplicate(fd, 0, false);
}

int64_t sys_dup2(int fd, int to, int flags)
{
    return file_table_dup(table(), fd, to, flags);
}

/* Both descriptors are reserved, and copied to the program, before they are open. */
int64_t sys_pipe(int fds[2], int flags)
{
    if (flags & ~(O_CLOEXEC | O_NONBLOCK))
        return -EINVAL;
    struct file *ends[2];
    int error = file_open_pipe(ends, flags);
    if (error)
        return error;
    int fd[2];
    for (int i = 0; i < 2; i++)
        fd[i] = file_table_reserve(table(), 0);
    if (fd[0] < 0 || fd[1] < 0)
        error = -EMFILE;
    else
        error = copy_to_user(fds, fd, sizeof(fd));
    for (int i = 0; i < 2; i++) {
        if (!error) {
            file_table_fill(table(), fd[i], ends[i], flags & O_CLOEXEC);
            continue;
        }
        if (fd[i] >= 0)
            file_table_unreserve(table(), fd[i]);
        file_put(ends[i]);
    }
    return error;
}

int64_t sys_fcntl(int fd, int cmd, long arg)
{
    switch (cmd) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        return duplicate(fd, arg >= 0 && arg < OPEN_MAX ? arg : -1, cmd == F_DUPFD_CLOEXEC);
    case F_GETFD:
        return file_table_get_flag(table(), fd);
    case F_SETFD:
        return file_table_set_flag(table(), fd, arg & FD_CLOEXEC);
    case F_GETFL:
        return WITH_FILE(file, fd, __atomic_load_n(&file->flags, __ATOMIC_RELAXED));
    case F_SETFL:
        return WITH_FILE(file, fd, (file_set_flags(file, arg), 0));
    case F_GETLK:
    case F_SETLK:
    case F_SETLKW:
        return WITH_FILE(file, fd, lock_range(file, fd, cmd, (struct flock *)arg));
    case F_FLOCK:
        return WITH_FILE(file, fd, lock_whole(file, arg));
    default:
        return -EINVAL;
    }
}
