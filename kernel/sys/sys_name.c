/*
 * The calls on paths.  Each copies its path from user memory and takes a reference to the directory
 * where a relative path begins (struct name), calls the file system, and releases both.
 */
#include "arch/usercopy.h"
#include "fs/contents.h"
#include "fs/file.h"
#include "fs/file_table.h"
#include "fs/path.h"
#include "fs/tree.h"
#include "mm/kmem.h"
#include "proc/process.h"
#include "sched/clock.h"
#include "sys/syscalls.h"
#include <abi/device.h>
#include <abi/errno.h>
#include <abi/fcntl.h>

struct name {
    char *path;
    struct inode *cwd; /* where the path begins: a reference, as another thread may chdir */
};

/* The file of a descriptor, with a reference; -EBADF; -EINVAL: a pipe without a name. */
static int descriptor_inode(int fd, struct inode **inode)
{
    struct file *file = file_table_get(&current_process()->files, fd);
    if (!file)
        return -EBADF;
    *inode = file->inode ? inode_hold(file->inode) : NULL;
    file_put(file);
    return *inode ? 0 : -EINVAL;
}

/* The directory where a path begins, with a reference.  dirfd does not matter to an absolute path
 * (POSIX.1-2017, openat). */
static int start_of(int dirfd, const char *path, struct inode **dir)
{
    if (dirfd == AT_FDCWD || *path == '/') {
        *dir = process_cwd();
        return 0;
    }
    int error = descriptor_inode(dirfd, dir);
    if (!error && S_ISDIR(inode_kind(*dir)))
        return 0;
    if (!error)
        inode_put(*dir);
    return error == -EBADF ? error : -ENOTDIR;
}

/* 0, -EFAULT, -ENAMETOOLONG, -ENOMEM, -EBADF or -ENOTDIR.  After 0 the caller calls name_put(). */
static int name_get(struct name *name, int dirfd, const char *user_path)
{
    name->path = kmem_alloc(PATH_MAX);
    ssize_t result = name->path ? string_from_user(name->path, user_path, PATH_MAX) : -ENOMEM;
    if (result >= 0)
        result = start_of(dirfd, name->path, &name->cwd);
    if (result < 0)
        kmem_free(name->path);
    return result;
}

static void name_put(struct name *name)
{
    inode_put(name->cwd);
    kmem_free(name->path);
}

/* The value of an expression in which `at` is a path in user memory and the working directory; or
 * an error. */
#define WITH_NAME(at, dirfd, user_path, expression)        \
    ({                                                     \
        struct name at;                                    \
        int64_t result_ = name_get(&at, dirfd, user_path); \
        if (result_ == 0) {                                \
            result_ = (expression);                        \
            name_put(&at);                                 \
        }                                                  \
        result_;                                           \
    })

/* *inode gets a reference for the caller. */
static int lookup(int dirfd, const char *user_path, bool follow, struct inode **inode)
{
    return WITH_NAME(at, dirfd, user_path, path_lookup(at.cwd, at.path, follow, inode));
}

/* The same for a call that also works on the file of a descriptor: with a path of NULL. */
static int lookup_or_descriptor(int fd, const char *user_path, bool follow, struct inode **inode)
{
    bool named = user_path || fd == AT_FDCWD;
    return named ? lookup(fd, user_path, follow, inode) : descriptor_inode(fd, inode);
}

/* The value of an expression in which `found` is what one of these two finds; or an error. */
#define WITH_INODE(found, look, dirfd, user_path, follow, expression) \
    ({                                                                \
        struct inode *found;                                          \
        int64_t result_ = look(dirfd, user_path, follow, &found);     \
        if (result_ == 0) {                                           \
            result_ = (expression);                                   \
            inode_put(found);                                         \
        }                                                             \
        result_;                                                      \
    })

/* ---- open ---- */

int64_t sys_umask(mode_t mask)
{
    return __atomic_exchange_n(&current_process()->umask, mask & 0777, __ATOMIC_RELAXED);
}

/* The mode of a new file. */
static mode_t masked(mode_t mode)
{
    return mode & ~__atomic_load_n(&current_process()->umask, __ATOMIC_RELAXED);
}

/* /dev/fd/N, once it is open, becomes the file that descriptor N has. */
static int follow_descriptor(struct file **file)
{
    dev_t number = (*file)->kind == FILE_DEVICE ? inode_device((*file)->inode) : 0;
    if (number < DEV_FD)
        return 0;
    file_put(*file);
    *file = file_table_get(&current_process()->files, (int)(number - DEV_FD));
    return *file ? 0 : -EBADF;
}

/* The descriptor is reserved first: without a free one nothing is created or truncated. */
static int open_name(const struct name *name, int flags, mode_t mode)
{
    struct file_table *table = &current_process()->files;
    int fd = file_table_reserve(table, 0);
    if (fd < 0)
        return fd;
    struct file *file;
    int error = file_open(name->cwd, name->path, flags, masked(mode), &file);
    if (!error)
        error = follow_descriptor(&file);
    if (!error)
        file_table_fill(table, fd, file, flags & O_CLOEXEC);
    else
        file_table_unreserve(table, fd);
    return error ? error : fd;
}

int64_t sys_open(int dirfd, const char *path, int flags, mode_t mode)
{
    if ((flags & O_ACCMODE) == O_ACCMODE)
        return -EINVAL;
    return WITH_NAME(at, dirfd, path, open_name(&at, flags, mode));
}

/* ---- the attributes of a file ---- */

int64_t sys_stat(int dirfd, const char *path, struct stat *st, int flags)
{
    if (flags & ~AT_SYMLINK_NOFOLLOW)
        return -EINVAL;
    struct stat stat;
    int64_t error = WITH_INODE(inode, lookup, dirfd, path, !flags, (inode_stat(inode, &stat), 0));
    return error ? error : copy_to_user(st, &stat, sizeof(stat));
}

int64_t sys_chmod(int dirfd, const char *path, mode_t mode, int flags)
{
    if (flags & ~AT_SYMLINK_NOFOLLOW)
        return -EINVAL;
    return WITH_INODE(inode, lookup_or_descriptor, dirfd, path, !flags, inode_chmod(inode, mode));
}

/* A time that utimensat(2) sets. */
static int time_ns(const struct timespec *t, uint64_t *ns)
{
    *ns = t->tv_nsec == UTIME_NOW ? clock_realtime_ns() : INODE_TIME_STAYS;
    if (t->tv_nsec == UTIME_NOW || t->tv_nsec == UTIME_OMIT)
        return 0;
    if (t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= (int64_t)NS_PER_SEC)
        return -EINVAL;
    if (__builtin_mul_overflow((uint64_t)t->tv_sec, NS_PER_SEC, ns) ||
        __builtin_add_overflow(*ns, (uint64_t)t->tv_nsec, ns))
        return -EOVERFLOW;
    return 0;
}

int64_t sys_utimens(int dirfd, const char *path, const struct timespec times[2], int flags)
{
    struct timespec t[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}};
    if (flags & ~AT_SYMLINK_NOFOLLOW)
        return -EINVAL;
    int error = times ? copy_from_user(t, times, sizeof(t)) : 0;
    uint64_t ns[2];
    for (int i = 0; i < 2 && !error; i++)
        error = time_ns(&t[i], &ns[i]);
    if (error)
        return error;
    return WITH_INODE(inode, lookup_or_descriptor, dirfd, path, !flags,
                      inode_set_times(inode, ns[0], ns[1]));
}

int64_t sys_readlink(int dirfd, const char *path, char *buf, size_t n)
{
    if (n == 0)
        return -EINVAL;
    return WITH_INODE(inode, lookup, dirfd, path, false, contents_readlink(inode, io_user(buf), n));
}

/* ---- the working directory ---- */

/* Takes a reference to the directory. */
static int set_cwd(struct process *process, struct inode *inode)
{
    if (!S_ISDIR(inode_kind(inode)))
        return -ENOTDIR;
    inode_hold(inode);
    spin_lock(&process->lock);
    struct inode *old = process->cwd;
    process->cwd = inode;
    spin_unlock(&process->lock);
    inode_put(old);
    return 0;
}

int64_t sys_chdir(int dirfd, const char *path)
{
    return WITH_INODE(inode, lookup_or_descriptor, dirfd, path, true,
                      set_cwd(current_process(), inode));
}

int64_t sys_getcwd(char *buf, size_t n)
{
    if (n == 0)
        return -EINVAL;
    char *path = kmem_alloc(PATH_MAX);
    if (!path)
        return -ENOMEM;
    struct inode *cwd = process_cwd();
    int64_t result = tree_path(cwd, path, n < PATH_MAX ? n : PATH_MAX);
    if (result > 0 && copy_to_user(buf, path, result))
        result = -EFAULT;
    inode_put(cwd);
    kmem_free(path);
    return result;
}

/* ---- creating and removing names ---- */

int64_t sys_mkdir(int dirfd, const char *path, mode_t mode)
{
    return WITH_NAME(at, dirfd, path, path_mkdir(at.cwd, at.path, masked(mode)));
}

int64_t sys_mkfifo(int dirfd, const char *path, mode_t mode)
{
    return WITH_NAME(at, dirfd, path, path_mknod(at.cwd, at.path, S_IFIFO, masked(mode), 0));
}

int64_t sys_unlink(int dirfd, const char *path, int flags)
{
    if (flags & ~AT_REMOVEDIR)
        return -EINVAL;
    return WITH_NAME(at, dirfd, path,
                     flags ? tree_rmdir(at.cwd, at.path) : path_unlink(at.cwd, at.path));
}

int64_t sys_link(int fromfd, const char *from, int tofd, const char *to, int flags)
{
    if (flags & ~AT_SYMLINK_FOLLOW)
        return -EINVAL;
    return WITH_NAME(
        at, tofd, to,
        WITH_INODE(inode, lookup, fromfd, from, flags, path_link(inode, at.cwd, at.path)));
}

int64_t sys_rename(int fromfd, const char *from, int tofd, const char *to)
{
    return WITH_NAME(
        new, tofd, to,
        WITH_NAME(old, fromfd, from, tree_rename(old.cwd, old.path, new.cwd, new.path)));
}

int64_t sys_symlink(const char *target, int dirfd, const char *path)
{
    return WITH_NAME(text, AT_FDCWD, target,
                     WITH_NAME(at, dirfd, path, path_symlink(at.cwd, text.path, at.path)));
}
