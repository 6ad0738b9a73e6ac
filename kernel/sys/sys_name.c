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
    struct inode *cwd; /* holds a reference: another thread may chdir meanwhile */
};

/* The string, in memory that the caller frees; NULL and *error otherwise. */
static char *path_from_user(const char *user_path, int *error)
{
    char *path = kmem_alloc(PATH_MAX);
    ssize_t r = path ? string_from_user(path, user_path, PATH_MAX) : -ENOMEM;
    if (r >= 0)
        return path;
    kmem_free(path);
    *error = r;
    return NULL;
}

/* 0, -EFAULT, -ENAMETOOLONG or -ENOMEM.  After 0 the caller calls name_put(). */
static int name_get(struct name *name, const char *user_path)
{
    int error = 0;
    name->path = path_from_user(user_path, &error);
    if (name->path)
        name->cwd = process_cwd();
    return error;
}

static void name_put(struct name *name)
{
    inode_put(name->cwd);
    kmem_free(name->path);
}

/* Looks up a path in user memory.  *inode gets a reference for the caller. */
static int lookup(const char *user_path, bool follow, struct inode **inode)
{
    struct name name;
    int r = name_get(&name, user_path);
    if (r < 0)
        return r;
    r = path_lookup(name.cwd, name.path, follow, inode);
    name_put(&name);
    return r;
}

/* ---- open ---- */

/* The descriptor is reserved first: without a free one nothing is created or truncated. */
int64_t sys_open(const char *path, int flags, mode_t mode)
{
    struct file_table *table = &current_process()->files;
    struct name name;
    if ((flags & O_ACCMODE) == O_ACCMODE)
        return -EINVAL;
    int r = name_get(&name, path);
    if (r < 0)
        return r;
    int fd = r = file_table_reserve(table, 0);
    if (r >= 0) {
        struct file *file;
        r = file_open(name.cwd, name.path, flags, mode, &file);
        if (r < 0)
            file_table_unreserve(table, fd);
        else
            file_table_fill(table, fd, file, flags & O_CLOEXEC);
    }
    name_put(&name);
    return r < 0 ? r : fd;
}

/* ---- the attributes of a file ---- */

static int64_t stat_path(const char *path, bool follow, struct stat *st)
{
    struct inode *inode;
    struct stat stat;
    int r = lookup(path, follow, &inode);
    if (r < 0)
        return r;
    inode_stat(inode, &stat);
    inode_put(inode);
    return copy_to_user(st, &stat, sizeof(stat));
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
    struct inode *inode;
    int r = lookup(path, true, &inode);
    if (r < 0)
        return r;
    r = inode_chmod(inode, mode);
    inode_put(inode);
    return r;
}

/* The modification time that utimens(2) sets: times[1], or now. */
static int mtime_from_user(const struct timespec times[2], uint64_t *mtime_ns)
{
    struct timespec t = {.tv_nsec = UTIME_NOW};
    if (times && copy_from_user(&t, &times[1], sizeof(t)) < 0)
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
    struct inode *inode;
    uint64_t mtime_ns;
    int r = mtime_from_user(times, &mtime_ns);
    if (r < 0)
        return r;
    r = lookup(path, true, &inode);
    if (r < 0)
        return r;
    r = inode_set_mtime(inode, mtime_ns);
    inode_put(inode);
    return r;
}

int64_t sys_readlink(const char *path, char *buf, size_t n)
{
    struct inode *inode;
    if (n == 0)
        return -EINVAL;
    int r = lookup(path, false, &inode);
    if (r < 0)
        return r;
    int64_t length = contents_readlink(inode, io_user(buf), n);
    inode_put(inode);
    return length;
}

/* ---- the working directory ---- */

int64_t sys_chdir(const char *path)
{
    struct process *p = current_process();
    struct inode *inode;
    int r = lookup(path, true, &inode);
    if (r < 0)
        return r;
    if (S_ISDIR(inode_kind(inode))) {
        spin_lock(&p->lock);
        struct inode *old = p->cwd;
        p->cwd = inode;
        spin_unlock(&p->lock);
        inode = old;
    } else {
        r = -ENOTDIR;
    }
    inode_put(inode);
    return r;
}

int64_t sys_getcwd(char *buf, size_t n)
{
    if (n == 0)
        return -EINVAL;
    char *path = kmem_alloc(PATH_MAX);
    if (!path)
        return -ENOMEM;
    struct inode *cwd = process_cwd();
    int64_t r = tree_path(cwd, path, n < PATH_MAX ? n : PATH_MAX);
    if (r > 0 && copy_to_user(buf, path, r) < 0)
        r = -EFAULT;
    inode_put(cwd);
    kmem_free(path);
    return r;
}

/* ---- creating and removing names ---- */

int64_t sys_mkdir(const char *path, mode_t mode)
{
    struct name name;
    int r = name_get(&name, path);
    if (r < 0)
        return r;
    r = path_mkdir(name.cwd, name.path, mode);
    name_put(&name);
    return r;
}

static int64_t remove_name(const char *path, int (*remove)(struct inode *cwd, const char *path))
{
    struct name name;
    int r = name_get(&name, path);
    if (r < 0)
        return r;
    r = remove(name.cwd, name.path);
    name_put(&name);
    return r;
}

int64_t sys_rmdir(const char *path)
{
    return remove_name(path, tree_rmdir);
}

int64_t sys_unlink(const char *path)
{
    return remove_name(path, path_unlink);
}

static int64_t relate_names(const char *from, const char *to,
                            int (*relate)(struct inode *cwd, const char *from, const char *to))
{
    struct name name;
    int r = name_get(&name, to);
    if (r < 0)
        return r;
    char *first = path_from_user(from, &r);
    if (first)
        r = relate(name.cwd, first, name.path);
    kmem_free(first);
    name_put(&name);
    return r;
}

int64_t sys_link(const char *from, const char *to)
{
    return relate_names(from, to, path_link);
}

int64_t sys_rename(const char *from, const char *to)
{
    return relate_names(from, to, tree_rename);
}

int64_t sys_symlink(const char *target, const char *path)
{
    return relate_names(target, path, path_symlink);
}
