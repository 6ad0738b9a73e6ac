/*
 * Tables of open files.  Files are closed after the lock is released.
 *
 * The first descriptors are in the table itself, so most processes need no more.  The others are on
 * pages, each of which is allocated when one of its descriptors is first used, and freed with the
 * table.
 */
#include "fs/file_table.h"
#include "core/panic.h"
#include "core/string.h"
#include "fs/file.h"
#include "fs/file_lock.h"
#include "fs/pipe.h"
#include "mm/page.h"
#include "sched/sched.h"
#include <abi/errno.h>
#include <abi/fcntl.h>

#define FILES_A_PAGE 16 /* open files, with their inodes, that take as much memory as a page */

/* The place of a descriptor; NULL if its page is missing, so that it is free.  The lock is held. */
static struct descriptor *place(struct file_table *table, int fd)
{
    if (fd < FILE_TABLE_FIRST)
        return &table->first[fd];
    struct descriptor *page = table->pages[fd / FILE_TABLE_EACH];
    return page ? &page[fd % FILE_TABLE_EACH] : NULL;
}

/* Makes sure that the descriptor has a place from now on; false when memory is out.  The lock is
 * not held, so that page_alloc() may reclaim. */
static bool make_place(struct file_table *table, int fd)
{
    struct descriptor **page = &table->pages[fd / FILE_TABLE_EACH], *none = NULL;
    if (fd < FILE_TABLE_FIRST || __atomic_load_n(page, __ATOMIC_ACQUIRE))
        return true;
    struct descriptor *new = page_alloc_zeroed();
    if (new &&
        !__atomic_compare_exchange_n(page, &none, new, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        page_free(new); /* another thread was faster */
    return new;
}

/* The file at fd, or NULL.  The lock is held, or no other thread uses the table. */
static struct file *find(struct file_table *table, int fd)
{
    const struct descriptor *at = (unsigned)fd < OPEN_MAX ? place(table, fd) : NULL;
    return at ? at->file : NULL;
}

/* Makes a descriptor, which has a place, refer to the file, or reserves it (NULL).  The lock is
 * held. */
static void set(struct file_table *table, int fd, struct file *file, bool close_on_exec)
{
    *place(table, fd) = (struct descriptor){file, true, close_on_exec};
    if (table->end <= fd)
        table->end = fd + 1;
}

/* The descriptor is free from now on.  The lock is held. */
static void clear(struct file_table *table, int fd)
{
    *place(table, fd) = (struct descriptor){0};
    if (table->all_used > fd)
        table->all_used = fd;
}

/* The lowest descriptor from `lowest` on that is free.  The lock is held. */
static int find_free(struct file_table *table, int lowest)
{
    int fd = lowest < table->all_used ? table->all_used : lowest;
    const struct descriptor *at;
    while (fd < table->limit && (at = place(table, fd)) && at->used)
        fd++;
    if (lowest <= table->all_used)
        table->all_used = fd;
    return fd;
}

/* The process has closed a descriptor of the file: that ends its locks (POSIX.1-2017, fcntl). */
static void put_closed(struct file_table *table, struct file *file)
{
    if (file->inode)
        file_lock_release(file->inode, table);
    file_put(file);
}

void file_table_init(struct file_table *table)
{
    memset(table, 0, sizeof(*table));
    spin_init(&table->lock, "open files");
}

void file_table_set_limit(struct file_table *table, int limit)
{
    spin_lock(&table->lock);
    table->limit = limit;
    spin_unlock(&table->lock);
}

struct file *file_table_get(struct file_table *table, int fd)
{
    spin_lock(&table->lock);
    struct file *file = find(table, fd);
    if (file)
        file_hold(file);
    spin_unlock(&table->lock);
    return file;
}

struct file *file_table_peek(struct file_table *table, int fd)
{
    return find(table, fd);
}

/* file_table_reserve(), or -ENOMEM if that descriptor has no place. */
static int try_reserve(struct file_table *table, int lowest, int *fd)
{
    spin_lock(&table->lock);
    *fd = find_free(table, lowest);
    int result = *fd;
    if (result >= table->limit)
        result = lowest > 0 && lowest >= table->limit ? -EINVAL : -EMFILE;
    else if (place(table, result))
        set(table, result, NULL, false);
    else
        result = -ENOMEM;
    spin_unlock(&table->lock);
    return result;
}

int file_table_reserve(struct file_table *table, int lowest)
{
    if (lowest < 0)
        return -EINVAL;
    int result, fd;
    do
        result = try_reserve(table, lowest, &fd);
    while (result == -ENOMEM && make_place(table, fd));
    return result;
}

void file_table_fill(struct file_table *table, int fd, struct file *file, bool close_on_exec)
{
    spin_lock(&table->lock);
    assert(place(table, fd)->used && !place(table, fd)->file);
    set(table, fd, file, close_on_exec);
    spin_unlock(&table->lock);
}

void file_table_unreserve(struct file_table *table, int fd)
{
    spin_lock(&table->lock);
    assert(place(table, fd)->used && !place(table, fd)->file);
    clear(table, fd);
    spin_unlock(&table->lock);
}

int file_table_dup(struct file_table *table, int fd, int to, int flags)
{
    if (flags & ~O_CLOEXEC)
        return -EINVAL;
    if (to >= 0 && to < OPEN_MAX && !make_place(table, to))
        return -ENOMEM;
    struct file *closed = NULL;
    int result = -EBADF;
    spin_lock(&table->lock);
    struct file *file = find(table, fd);
    if (!file || to < 0 || to >= table->limit)
        goto out;
    result = -EBUSY;
    if (place(table, to)->used && !place(table, to)->file)
        goto out;
    result = to;
    if (to == fd)
        goto out;
    file_hold(file);
    closed = place(table, to)->file;
    set(table, to, file, flags & O_CLOEXEC);
out:
    spin_unlock(&table->lock);
    if (closed)
        put_closed(table, closed);
    return result;
}

int file_table_close(struct file_table *table, int fd)
{
    spin_lock(&table->lock);
    struct file *file = find(table, fd);
    if (file)
        clear(table, fd);
    spin_unlock(&table->lock);
    if (!file)
        return -EBADF;
    put_closed(table, file);
    return 0;
}

int file_table_get_flag(struct file_table *table, int fd)
{
    spin_lock(&table->lock);
    int result = -EBADF;
    if (find(table, fd))
        result = place(table, fd)->close_on_exec ? FD_CLOEXEC : 0;
    spin_unlock(&table->lock);
    return result;
}

int file_table_set_flag(struct file_table *table, int fd, bool close_on_exec)
{
    spin_lock(&table->lock);
    bool open = find(table, fd);
    if (open)
        place(table, fd)->close_on_exec = close_on_exec;
    spin_unlock(&table->lock);
    return open ? 0 : -EBADF;
}

bool file_table_copy(struct file_table *to, struct file_table *from)
{
    for (int fd = 0; fd < from->end; fd += FILE_TABLE_EACH)
        if (from->pages[fd / FILE_TABLE_EACH] && !make_place(to, fd + FILE_TABLE_FIRST))
            return false;
    spin_lock(&from->lock);
    for (int fd = 0; fd < from->end; fd++) {
        struct file *file = find(from, fd);
        if (!file || !place(to, fd))
            continue; /* free, or another thread is in the middle of opening it */
        file_hold(file);
        set(to, fd, file, place(from, fd)->close_on_exec);
    }
    spin_unlock(&from->lock);
    return true;
}

size_t file_table_held(struct file_table *table)
{
    size_t pipes = 0, files = 0;
    spin_lock(&table->lock);
    for (int fd = 0; fd < table->end; fd++) {
        const struct file *file = find(table, fd);
        files += file != NULL;
        if (file && file->kind == FILE_PIPE)
            pipes += pipe_pages(file->pipe);
    }
    spin_unlock(&table->lock);
    return pipes / 2 + files / FILES_A_PAGE;
}

void file_table_exec(struct file_table *table)
{
    for (int fd = 0; fd < table->end; fd++) {
        const struct descriptor *at = place(table, fd);
        if (at && at->close_on_exec)
            file_table_close(table, fd);
    }
}

void file_table_close_all(struct file_table *table)
{
    for (int fd = 0; fd < table->end; fd++) {
        debug_check(!place(table, fd) || !place(table, fd)->used || find(table, fd),
                    "descriptor %d was reserved, and neither filled nor given back "
                    "(file_table_unreserve() in fs/file_table.h)",
                    fd);
        file_table_close(table, fd);
        sched_yield_if_due();
    }
    spin_lock(&table->lock);
    table->end = 0; /* another process's thread may look in file_table_held() */
    spin_unlock(&table->lock);
    for (size_t i = 0; i < sizeof(table->pages) / sizeof(table->pages[0]); i++)
        if (table->pages[i])
            page_free(table->pages[i]);
}
