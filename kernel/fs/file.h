/*
 * Open files: what read, write and lseek work on.
 *
 * A struct file is POSIX's "open file description": one open() or one end of a pipe, with a
 * position and flags that dup and fork share.  It lives as long as there is a reference to it.
 * References are held by the tables of processes (fs/file_table.h) and by threads inside a call, so
 * a close() by another thread is safe at any time.
 *
 * Locks: [I] fixed; [a] atomic; [m] the file's mutex.
 * Buffers are user addresses.  Everything here may sleep unless it says otherwise; the caller holds
 * no spin lock.  Results are at least 0, or a negated error number.
 */
#ifndef FS_FILE_H
#define FS_FILE_H

#include "sched/mutex.h"
#include <abi/stat.h>
#include <abi/types.h>

struct char_device;
struct inode;
struct pipe;

enum file_kind { FILE_INODE, FILE_DEVICE, FILE_PIPE };

struct file {
    uint32_t users;      /* [a] references */
    uint32_t flags;      /* [a] O_*: access mode [I], O_APPEND, O_NONBLOCK and O_SYNC */
    enum file_kind kind; /* [I] */
    struct inode *inode; /* [I] a reference; NULL: a pipe without a name */
    union {
        const struct char_device *device; /* [I] FILE_DEVICE */
        struct pipe *pipe;                /* [I] FILE_PIPE; which end: the access mode */
    };
    struct mutex mutex; /* FILE_INODE: one read, write or seek at a time */
    off_t position;     /* [m] bytes; in a directory too */
};

/* open(2) without the descriptor, relative to the directory cwd; flags and errors: fs/path.h.
 * -ENXIO: a device file for which there is no device, or a FIFO without a reader, for writing with
 * O_NONBLOCK.  Without that a FIFO waits until its other end is open: -EINTR.  The caller gets the
 * only reference.  If memory runs out no file is created, and one that was to be truncated may have
 * lost a part of its end: to keep in memory all that leads to its blocks would take 4 MiB for the
 * largest. */
int file_open(struct inode *cwd, const char *path, int flags, mode_t mode, struct file **out);

/* The two ends of a new pipe, with one reference each; flags: O_NONBLOCK or 0.  -ENOMEM. */
int file_open_pipe(struct file *ends[2], int flags);

void file_hold(struct file *file); /* takes a reference; never sleeps */
void file_put(struct file *file);  /* drops a reference; the last one closes the file */
size_t file_count(void);           /* how many there are */

/* Read and write at the position, which moves; `at` is an offset in the file, and the position
 * stays
 * (-ESPIPE: it has none). */
ssize_t file_read_at(struct file *file, void *user_buf, size_t n, off_t at);
ssize_t file_write_at(struct file *file, const void *user_buf, size_t n, off_t at);
ssize_t file_read(struct file *file, void *user_buf, size_t n);
ssize_t file_write(struct file *file, const void *user_buf, size_t n); /* -EPIPE: no reader left */
off_t file_seek(struct file *file, off_t offset, int whence);
int file_stat(struct file *file, struct stat *stat); /* to kernel memory */
int file_ioctl(struct file *file, uint64_t request, void *user_arg);
ssize_t file_list(struct file *file, void *user_buf, size_t nbytes); /* getdents(2) */
int file_truncate(struct file *file, off_t length);
int file_sync(struct file *file);

uint32_t file_poll(struct file *file); /* POLL* that it is ready for: abi/poll.h */

/* fcntl(2): sets O_APPEND, O_NONBLOCK and O_SYNC as in flags; the others do not change. */
void file_set_flags(struct file *file, uint32_t flags);

#endif
