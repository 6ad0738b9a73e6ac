/* Open files: each call goes to the inode, the device or the pipe behind the description. */
#include "fs/file.h"
#include "debug/kmem_tag.h"
#include "dev/char.h"
#include "fs/contents.h"
#include "fs/directory.h"
#include "fs/file_lock.h"
#include "fs/fs.h"
#include "fs/path.h"
#include "fs/pipe.h"
#include "mm/kmem.h"
#include <abi/errno.h>
#include <abi/fcntl.h>
#include <abi/poll.h>

#define CHANGED_FLAGS (O_APPEND | O_NONBLOCK | O_SYNC)
#define KEPT_FLAGS    (O_ACCMODE | CHANGED_FLAGS)

static size_t nfiles; /* atomic */

static uint32_t flags_of(const struct file *file)
{
    return __atomic_load_n(&file->flags, __ATOMIC_RELAXED);
}

static bool may_read(const struct file *file)
{
    return (flags_of(file) & O_ACCMODE) != O_WRONLY;
}

static bool may_write(const struct file *file)
{
    return (flags_of(file) & O_ACCMODE) != O_RDONLY;
}

/* ---- FIFOs ---- */

/* Locked.  All files of one inode share its pipe, which there is while one of them is open. */
static int open_ends(struct inode *inode, bool reads, bool writes, bool needs_reader)
{
    struct pipe *pipe = inode->pipe;
    if (needs_reader && (!pipe || pipe_poll(pipe, false, true) & POLLERR))
        return -ENXIO;
    if (!pipe) {
        inode->pipe = pipe = pipe_create(); /* both ends are open */
        if (pipe && !(reads && writes))
            pipe_close(pipe, reads);
        return pipe ? 0 : -ENOMEM;
    }
    if (reads)
        pipe_open_end(pipe, false);
    if (writes)
        pipe_open_end(pipe, true);
    return 0;
}

static void fifo_close(const struct file *file)
{
    struct inode *inode = file->inode;
    inode_lock(inode);
    bool freed = may_read(file) && pipe_close(inode->pipe, false);
    if (may_write(file) && !freed)
        freed = pipe_close(inode->pipe, true);
    if (freed)
        inode->pipe = NULL;
    inode_unlock(inode);
}

/* Waits until the other end is open as well, or has been opened since, unless O_NONBLOCK. */
static int fifo_open(const struct file *file)
{
    struct inode *inode = file->inode;
    bool reads = may_read(file), nonblock = flags_of(file) & O_NONBLOCK;
    inode_lock(inode);
    int error = open_ends(inode, reads, may_write(file), nonblock && !reads);
    uint32_t opened = error ? 0 : pipe_opened(inode->pipe, reads);
    inode_unlock(inode);
    if (error || nonblock)
        return error;
    error = pipe_wait_for_end(inode->pipe, reads, opened);
    if (error)
        fifo_close(file);
    return error;
}

/* ---- opening and closing ---- */

/* Until its kind is set, a description is a FILE_INODE without an inode. */
static struct file *file_create(uint32_t flags)
{
    struct file *file = kmem_alloc_zeroed(sizeof(*file));
    if (!file)
        return NULL;
    __atomic_fetch_add(&nfiles, 1, __ATOMIC_RELAXED);
    file->users = 1;
    file->flags = flags & KEPT_FLAGS;
    mutex_init(&file->mutex, "file position");
    return file;
}

static void file_free(struct file *file)
{
    if (file)
        __atomic_fetch_sub(&nfiles, 1, __ATOMIC_RELAXED);
    kmem_free(file);
}

size_t file_count(void)
{
    return __atomic_load_n(&nfiles, __ATOMIC_RELAXED);
}

static int file_attach(struct file *file, struct inode *inode)
{
    file->inode = inode;
    if (S_ISFIFO(inode_kind(inode))) {
        int error = fifo_open(file);
        if (error)
            return error;
        file->kind = FILE_PIPE;
        file->pipe = inode->pipe;
    } else if (S_ISCHR(inode_kind(inode))) {
        file->kind = FILE_DEVICE;
        file->device = char_find(inode_device(inode));
        return file->device ? 0 : -ENXIO;
    }
    return 0;
}

int file_open(struct inode *cwd, const char *path, int flags, mode_t mode, struct file **out)
{
    struct file *file = file_create(flags);
    if (!file)
        return -ENOMEM;
    struct inode *inode;
    int error = path_open(cwd, path, flags, mode, &inode);
    if (error == 0)
        error = file_attach(file, inode);
    if (error < 0) {
        file_put(file);
        return error;
    }
    *out = file;
    return 0;
}

int file_open_pipe(struct file *ends[2], int flags)
{
    struct pipe *pipe = pipe_create();
    ends[0] = file_create(O_RDONLY | flags);
    ends[1] = file_create(O_WRONLY | flags);
    if (!pipe || !ends[0] || !ends[1]) {
        kmem_free(pipe);
        file_free(ends[0]);
        file_free(ends[1]);
        return -ENOMEM;
    }
    for (int i = 0; i < 2; i++) {
        ends[i]->kind = FILE_PIPE;
        ends[i]->pipe = pipe;
    }
    return 0;
}

void file_hold(struct file *file)
{
    kmem_tag_check(file);
    __atomic_add_fetch(&file->users, 1, __ATOMIC_RELAXED);
}

void file_put(struct file *file)
{
    kmem_tag_check(file);
    if (__atomic_sub_fetch(&file->users, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    if (file->inode)
        file_lock_release(file->inode, file);
    if (file->kind == FILE_PIPE && file->inode)
        fifo_close(file);
    else if (file->kind == FILE_PIPE)
        pipe_close(file->pipe, may_write(file));
    inode_put(file->inode);
    file_free(file);
}

void file_set_flags(struct file *file, uint32_t flags)
{
    uint32_t old = flags_of(file), new;
    do {
        new = (old & ~CHANGED_FLAGS) | (flags & CHANGED_FLAGS);
    } while (!__atomic_compare_exchange_n(&file->flags, &old, new, false, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
}

/* ---- reading and writing ---- */

static ssize_t read_inode(struct file *file, void *user_buf, size_t n)
{
    mutex_lock(&file->mutex);
    ssize_t result = contents_read(file->inode, io_user(user_buf), file->position, n);
    if (result > 0)
        file->position += result;
    mutex_unlock(&file->mutex);
    inode_was_read(file->inode);
    return result;
}

ssize_t file_read_at(struct file *file, void *user_buf, size_t n, off_t at)
{
    if (!may_read(file))
        return -EBADF;
    if (file->kind != FILE_INODE)
        return -ESPIPE;
    ssize_t result = contents_read(file->inode, io_user(user_buf), at, n);
    inode_was_read(file->inode);
    return result;
}

ssize_t file_read(struct file *file, void *user_buf, size_t n)
{
    bool nonblock = flags_of(file) & O_NONBLOCK;
    if (!may_read(file))
        return -EBADF;
    switch (file->kind) {
    case FILE_PIPE:
        return pipe_read(file->pipe, user_buf, n, nonblock);
    case FILE_DEVICE:
        return file->device->read(user_buf, n, nonblock);
    default:
        return read_inode(file, user_buf, n);
    }
}

/* The result of a write, once it is on the disk if that was asked for. */
static ssize_t written(struct file *file, ssize_t result)
{
    int error = result > 0 && flags_of(file) & O_SYNC ? fs_sync() : 0;
    return error ? error : result;
}

ssize_t file_write_at(struct file *file, const void *user_buf, size_t n, off_t at)
{
    if (!may_write(file))
        return -EBADF;
    if (file->kind != FILE_INODE)
        return -ESPIPE;
    return written(file, contents_write(file->inode, io_user(user_buf), at, n));
}

static ssize_t write_inode(struct file *file, const void *user_buf, size_t n)
{
    mutex_lock(&file->mutex);
    ssize_t result;
    if (flags_of(file) & O_APPEND) {
        result = contents_append(file->inode, io_user(user_buf), n, &file->position);
    } else {
        result = contents_write(file->inode, io_user(user_buf), file->position, n);
        if (result > 0)
            file->position += result;
    }
    mutex_unlock(&file->mutex);
    return result;
}

ssize_t file_write(struct file *file, const void *user_buf, size_t n)
{
    bool nonblock = flags_of(file) & O_NONBLOCK;
    if (!may_write(file))
        return -EBADF;
    switch (file->kind) {
    case FILE_PIPE:
        return pipe_write(file->pipe, user_buf, n, nonblock);
    case FILE_DEVICE:
        return file->device->write(user_buf, n);
    default:
        return written(file, write_inode(file, user_buf, n));
    }
}

static off_t size_of(struct inode *inode)
{
    struct stat st;
    inode_stat(inode, &st);
    return st.st_size;
}

off_t file_seek(struct file *file, off_t offset, int whence)
{
    if (file->kind != FILE_INODE)
        return -ESPIPE;
    mutex_lock(&file->mutex);
    off_t position, base = whence == SEEK_SET   ? 0
                           : whence == SEEK_CUR ? file->position
                           : whence == SEEK_END ? size_of(file->inode)
                                                : -EINVAL;
    if (base < 0)
        position = base;
    else if (__builtin_add_overflow(base, offset, &position))
        position = -EOVERFLOW;
    else if (position < 0)
        position = -EINVAL;
    else
        file->position = position;
    mutex_unlock(&file->mutex);
    return position;
}

/* ---- the rest ---- */

int file_stat(struct file *file, struct stat *stat)
{
    if (!file->inode)
        *stat = (struct stat){
            .st_mode = S_IFIFO | S_IRUSR | S_IWUSR, .st_nlink = 1, .st_blksize = PIPE_BYTES};
    else
        inode_stat(file->inode, stat);
    return 0;
}

uint32_t file_poll(struct file *file)
{
    if (file->kind == FILE_PIPE)
        return pipe_poll(file->pipe, may_read(file), may_write(file));
    if (file->kind == FILE_DEVICE && file->device->poll)
        return file->device->poll();
    return POLLIN | POLLOUT;
}

int file_ioctl(struct file *file, uint64_t request, void *user_arg)
{
    if (file->kind != FILE_DEVICE || !file->device->ioctl)
        return -ENOTTY;
    return file->device->ioctl(request, user_arg);
}

ssize_t file_list(struct file *file, void *user_buf, size_t nbytes)
{
    if (file->kind != FILE_INODE)
        return -ENOTDIR;
    if (!may_read(file))
        return -EBADF;
    mutex_lock(&file->mutex);
    ssize_t result = directory_list(file->inode, io_user(user_buf), nbytes, &file->position);
    mutex_unlock(&file->mutex);
    return result;
}

int file_truncate(struct file *file, off_t length)
{
    if (file->kind != FILE_INODE || !may_write(file) || length < 0)
        return -EINVAL;
    return contents_truncate(file->inode, length);
}

int file_sync(struct file *file)
{
    return file->kind == FILE_INODE ? fs_sync() : -EINVAL;
}
