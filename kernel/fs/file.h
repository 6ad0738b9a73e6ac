/*
 * Open files: what read, write and lseek work on, and each process's table of them.
 *
 * A struct file is POSIX's "open file description": one open() or one end of a pipe, with a
 * position and flags that dup and fork share.  It lives while someone counts on it: a place in a
 * table, or a thread inside a call (file_get), so another thread's close is safe at any time.
 *
 * Locks: [I] fixed; [a] atomic; [m] the file's mutex; [f] the table's lock.
 * Buffers are user addresses.  Everything here may sleep unless it says otherwise; hold no spin
 * lock.  Results are at least 0, or a negated error number.
 */
#ifndef FS_FILE_H
#define FS_FILE_H

#include "core/spinlock.h"
#include "sched/mutex.h"
#include <abi/limits.h>
#include <abi/stat.h>
#include <abi/types.h>
#include <stdbool.h>

struct char_device;
struct inode;
struct pipe;

enum file_kind { FILE_INODE, FILE_DEVICE, FILE_PIPE };

struct file {
    uint32_t users;      /* [a] */
    uint32_t flags;      /* [a] O_*: access mode [I], O_APPEND and O_NONBLOCK */
    enum file_kind kind; /* [I] */
    struct inode *inode; /* [I] FILE_INODE, FILE_DEVICE: one user of it is the file */
    union {
        const struct char_device *device; /* [I] FILE_DEVICE */
        struct pipe *pipe;                /* [I] FILE_PIPE; which end: the access mode */
    };
    struct mutex mutex; /* FILE_INODE: one read, write or seek at a time */
    off_t position;     /* [m] bytes; in a directory too */
};

/* open(2) but for the descriptor, relative to the directory cwd; flags and errors: fs/path.h.
 * -ENXIO: a device file that leads to no device.  Makes a description with one user; nothing is
 * created or truncated unless there is memory for it. */
int file_open(struct inode *cwd, const char *path, int flags, mode_t mode, struct file **file);

/* The two ends of a new pipe, one user each.  -ENOMEM. */
int file_open_pipe(struct file *ends[2]);

void file_ref(struct file *file);     /* never sleeps */
void file_release(struct file *file); /* one user fewer; the last one closes it */

ssize_t file_read(struct file *file, void *user_buf, size_t n);
ssize_t file_write(struct file *file, const void *user_buf, size_t n); /* -EPIPE: nobody reads */
off_t file_seek(struct file *file, off_t offset, int whence);
int file_stat(struct file *file, struct stat *stat); /* to kernel memory */
int file_ioctl(struct file *file, uint64_t request, void *user_arg);
ssize_t file_list(struct file *file, void *user_buf, size_t nbytes); /* getdents(2) */
int file_truncate(struct file *file, off_t length);
int file_sync(struct file *file);

/* fcntl(2): O_APPEND and O_NONBLOCK as in flags; the rest stays. */
void file_set_flags(struct file *file, uint32_t flags);

/* ---- tables ---- */

#define FILE_TABLE_WORDS (OPEN_MAX / 64)

struct file_table {
    struct spinlock lock;
    struct file *open[OPEN_MAX];              /* [f] NULL: free or reserved */
    uint64_t used[FILE_TABLE_WORDS];          /* [f] bit n: descriptor n is not free */
    uint64_t close_on_exec[FILE_TABLE_WORDS]; /* [f] FD_CLOEXEC, by descriptor */
};

void file_table_init(struct file_table *table); /* empty */

/* The file behind a descriptor, with a reference for the caller; NULL if there is none. */
struct file *file_get(struct file_table *table, int fd);

/* Reserves the lowest free descriptor from `lowest` on: for the others it is neither open nor free.
 * The descriptor; -EMFILE; -EINVAL: lowest is out of range.  Then it must be filled, with the
 * caller's reference, or given back. */
int file_table_reserve(struct file_table *table, int lowest);
void file_table_fill(struct file_table *table, int fd, struct file *file, bool close_on_exec);
void file_table_unreserve(struct file_table *table, int fd);

/* dup2(2): makes `to` lead where fd does, closing what was there; both the same changes nothing.
 * `to`; -EBADF; -EBUSY: another thread is just opening `to`. */
int file_table_dup(struct file_table *table, int fd, int to);

int file_table_close(struct file_table *table, int fd); /* -EBADF */

int file_table_get_flag(struct file_table *table, int fd); /* FD_CLOEXEC or 0, -EBADF */
int file_table_set_flag(struct file_table *table, int fd, bool close_on_exec); /* 0, -EBADF */

/* fork: makes `to`, which is empty and nobody else's yet, share everything open in `from`. */
void file_table_copy(struct file_table *to, struct file_table *from);

void file_table_exec(struct file_table *table); /* closes what is marked so */
void file_table_close_all(struct file_table *table);

#endif
