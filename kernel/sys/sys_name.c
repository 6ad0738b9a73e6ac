/*
 * The calls on paths.  Each copies its path from user memory and takes a reference to the working
 * directory (struct name), calls the file system, and releases both.
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
#include <abi/errno.h>
#include <abi/fcntl.h>

struct name {
    char *path;
    struct inode *cwd; /* holds a reference: another thread may chdir */
};

/* The string, in memory that the caller frees; or NULL, and *error says why. */
static char *path_from_user(const char *user_path, int *error)
{
    char *path = kmem_alloc(PATH_MAX);
    ssize_t length = path ? string_from_user(path, user_path, PATH_MAX) : -ENOMEM;
    if (length >= 0)
        return path;
    kmem_free(path);
    *error = length;
    return NULL;
}

/* 0, -EFAULT, -ENAMETOOLONG or -ENOMEM.  After 0 the caller calls name_put(). */
static int name_get(struct name *name, const char *user_path)
{
    int error = 0;
    name->path = path_from_user(user_path, &error);
    name->cwd = name->path ? process_cwd() : NULL;
    return error;
}

static void name_put(struct name *name)
{
    inode_put(name->cwd);
    kmem_free(name->path);
}

/* The value of an expression in which `at` is a path in user memory and the working directory; or
 * an error. */
#define WITH_NAME(at, user_path, expression)        \
    ({                                              \
        struct name at;                             \
        int64_t result_ = name_get(&at, user_path); \
        if (result_ == 0) {                         \
            result_ = (expression);                 \
            name_put(&at);                          \
        }                                           \
        result_;                                    \
    })

/* *inode gets a reference for the caller. */
static int lookup(const char *user_path, bool follow, struct inode **inode)
{
    return WITH_NAME(at, user_path, path_lookup(at.cwd, at.path, follow, inode));
}

/* The same, in which `found` is what the path leads to. */
#define WITH_INODE(found, user_path, follow, expression)     \
    ({                                                       \
        struct inode *found;                                 \
        int64_t result_ = lookup(user_path, follow, &found); \
        if (result_ == 0) {                                  \
            result_ = (expression);                          \
            inode_put(found);                                \
        }                                                    \
        result_;                                             \
    })

/* ---- open ---- */

/* The descriptor is reserved first: without a free one nothing is created or truncated. */
int64_t sys_open(const char *path, int flags, mode_t mode)
{
    if ((flags & O_ACCMODE) == O_ACCMODE)
        return -EINVAL;
    struct name name;
    int error = name_get(&name, path);
    if (error)
        return error;
    struct file_table *table = &current_process()->files;
    int fd = file_table_reserve(table, 0);
    if (fd >= 0) {
        struct file *file;
        error = file_open(name.cwd, name.path, flags, mode, &file);
        if (error)
            file_table_unreserve(table, fd);
        else
            file_table_fill(table, fd, file, flags & O_CLOEXEC);
    }
    name_put(&name);
    return error ? error : fd;
}

/* ---- the attributes of a file ---- */

static int64_t stat_path(const char *path, bool follow, struct stat *st)
{
    struct stat stat;
    int64_t error = WITH_INODE(inode, path, follow, (inode_stat(inode, &stat), 0));
    return error ? error : copy_to_user(st, &stat, sizeof(stat));
}

int64_t sys_stat(const char *path, struct stat *st)
{
    return stat_path(path, true, st);
}

int64_t sys_lstat(const char *path, struct stat *st)
{
    return stat_path(path, false, st);
}

int64_t sys_chmod(const char *path, mode_t mode)
{
    return WITH_INODE(inode, path, true, inode_chmod(inode, mode));
}

/* The modification time that utimens(2) sets: times[1], or now. */
static int mtime_from_user(const struct timespec times[2], uint64_t *mtime_ns)
{
    struct timespec t = {.tv_nsec = UTIME_NOW};
    uintptr_t second = (uintptr_t)times + sizeof(t); /* times may be any address */
    if (times && copy_from_user(&t, (const void *)second, sizeof(t)))
        return -EFAULT;
    if (t.tv_nsec == UTIME_NOW) {
        *mtime_ns = clock_realtime_ns();
        return 0;
    }
    if (t.tv_sec < 0 || t.tv_nsec < 0 || t.tv_nsec >= (int64_t)NS_PER_SEC)
        return -EINVAL;
    if (__builtin_mul_overflow((uint64_t)t.tv_sec, NS_PER_SEC, mtime_ns) ||
        __builtin_add_overflow(*mtime_ns, (uint64_t)t.tv_nsec, mtime_ns))
        return -EOVERFLOW;
    return 0;
}

int64_t sys_utimens(const char *path, const struct timespec times[2])
{
    uint64_t mtime_ns;
    int error = mtime_from_user(times, &mtime_ns);
    return error ? error : WITH_INODE(inode, path, true, inode_set_mtime(inode, mtime_ns));
}

int64_t sys_readlink(const char *path, char *buf, size_t n)
{
    if (n == 0)
        return -EINVAL;
    return WITH_INODE(inode, path, false, contents_readlink(inode, io_user(buf), n));
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

int64_t sys_chdir(const char *path)
{
    return WITH_INODE(inode, path, true, set_cwd(current_process(), inode));
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

int64_t sys_mkdir(const char *path, mode_t mode)
{
    return WITH_NAME(at, path, path_mkdir(at.cwd, at.path, mode));
}

int64_t sys_rmdir(const char *path)
{
    return WITH_NAME(at, path, tree_rmdir(at.cwd, at.path));
}

int64_t sys_unlink(const char *path)
{
    return WITH_NAME(at, path, path_unlink(at.cwd, at.path));
}

static int64_t call_with_paths(const char *from, const char *to,
                               int (*call)(struct inode *cwd, const char *from, const char *to))
{
    struct name name;
    int error = name_get(&name, to);
    if (error)
        return error;
    char *first = path_from_user(from, &error);
    if (first)
        error = call(name.cwd, first, name.path);
    kmem_free(first);
    name_put(&name);
    return error;
}

int64_t sys_link(const char *from, const char *to)
{
    return call_with_paths(from, to, path_link);
}

int64_t sys_rename(const char *from, const char *to)
{
    return call_with_paths(from, to, tree_rename);
}

int64_t sys_symlink(const char *target, const char *path)
{
    return call_with_paths(target, path, path_symlink);
}
