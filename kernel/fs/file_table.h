/*
 * The table of open files of a process: from descriptors to files.
 *
 * Locks: [f] the table's lock.  Functions that close a file may sleep, the others do not.
 */
#ifndef FS_FILE_TABLE_H
#define FS_FILE_TABLE_H

#include "core/spin.h"
#include "fs/file.h"
#include <abi/limits.h>
#include <stdbool.h>

/* A descriptor. */
struct descriptor {
    struct file *file; /* a reference; NULL: free or reserved */
    bool used;         /* it is not free */
    bool close_on_exec;
};

#define FILE_TABLE_FIRST 32
#define FILE_TABLE_EACH  (int)(PAGE_SIZE / sizeof(struct descriptor))

struct file_table {
    struct spinlock lock;
    int limit;    /* [f] descriptors from this one on are not given out */
    int end;      /* [f] no descriptor from this one on was ever used */
    int all_used; /* [f] the descriptors below this one are not free */
    struct descriptor *pages[OPEN_MAX / FILE_TABLE_EACH]; /* [f] set once, or NULL */
    struct descriptor first[FILE_TABLE_FIRST];            /* [f] in place of those of a page */
};

void file_table_init(struct file_table *table);                 /* empty, and the limit is 0 */
void file_table_set_limit(struct file_table *table, int limit); /* 0 to OPEN_MAX */

/* The file of a descriptor, with a reference for the caller; NULL if the descriptor is not open. */
struct file *file_table_get(struct file_table *table, int fd);

/* The same without a reference, for the only thread that uses the table. */
struct file *file_table_peek(struct file_table *table, int fd);

/* Reserves the lowest free descriptor that is at least `lowest`: other calls see it as neither open
 * nor free.  Returns the descriptor; -EMFILE; -ENOMEM; -EINVAL: lowest is out of range.  The caller
 * then fills it, which hands over a reference to the file, or unreserves it. */
int file_table_reserve(struct file_table *table, int lowest);
void file_table_fill(struct file_table *table, int fd, struct file *file, bool close_on_exec);
void file_table_unreserve(struct file_table *table, int fd);

/* dup2(2): makes `to` refer to the file of fd and closes the file it had; if both are the same
 * nothing changes.  flags: O_CLOEXEC or 0.  Returns `to`; -EBADF; -ENOMEM; -EINVAL: other flags;
 * -EBUSY: another thread is in the middle of opening `to`. */
int file_table_dup(struct file_table *table, int fd, int to, int flags);

int file_table_close(struct file_table *table, int fd); /* -EBADF */

int file_table_get_flag(struct file_table *table, int fd); /* FD_CLOEXEC or 0, -EBADF */
int file_table_set_flag(struct file_table *table, int fd, bool close_on_exec); /* 0, -EBADF */

/* fork: copies `from`, whose files are then shared, to an empty table that only the caller uses.
 * false when memory is out: the caller then closes what was copied. */
bool file_table_copy(struct file_table *to, struct file_table *from);

/* About how many pages the open files take, for proc/oom.h: a pipe's pages count half for each
 * end. */
size_t file_table_held(struct file_table *table);

/* Close the files marked close-on-exec, or all.  The process has at most one thread left. */
void file_table_exec(struct file_table *table);
void file_table_close_all(struct file_table *table);

#endif
