/*
 * Tables of open files.  The lock is held for a few instructions only; files are closed after it is
 * released.
 */
#include "fs/file_table.h"
#include "core/panic.h"
#include "core/string.h"
#include "fs/file.h"
#include "fs/pipe.h"
#include <abi/errno.h>
#include <abi/fcntl.h>

/* The file at fd, or NULL.  The lock is held. */
static struct file *find(const struct file_table *table, int fd)
{
    return fd >= 0 && fd < OPEN_MAX ? table->open[fd] : NULL;
}

/* Makes a descriptor refer to the file, or reserves it (NULL).  The lock is held. */
static void set(struct file_table *table, int fd, struct file *file, bool close_on_exec)
{
    table->open[fd] = file;
    table->state[fd].used = true;
    table->state[fd].close_on_exec = close_on_exec;
    if (table->end <= fd)
        table->end = fd + 1;
}

void file_table_init(struct file_table *table)
{
    memset(table, 0, sizeof(*table));
    table->limit = OPEN_MAX;
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

int file_table_reserve(struct file_table *table, int lowest)
{
    if (lowest < 0)
        return -EINVAL;
    int fd = lowest;
    spin_lock(&table->lock);
    while (fd < table->limit && table->state[fd].used)
        fd++;
    int result = fd < table->limit ? fd : lowest > 0 && lowest >= table->limit ? -EINVAL : -EMFILE;
    if (result >= 0)
        set(table, fd, NULL, false);
    spin_unlock(&table->lock);
    return result;
}

void file_table_fill(struct file_table *table, int fd, struct file *file, bool close_on_exec)
{
    spin_lock(&table->lock);
    assert(table->state[fd].used && !table->open[fd]);
    set(table, fd, file, close_on_exec);
    spin_unlock(&table->lock);
}

void file_table_unreserve(struct file_table *table, int fd)
{
    spin_lock(&table->lock);
    assert(table->state[fd].used && !table->open[fd]);
    table->state[fd].used = false;
    spin_unlock(&table->lock);
}

int file_table_dup(struct file_table *table, int fd, int to)
{
    struct file *closed = NULL;
    int result = -EBADF;
    spin_lock(&table->lock);
    struct file *file = find(table, fd);
    if (!file || to < 0 || to >= table->limit)
        goto out;
    result = -EBUSY;
    if (table->state[to].used && !table->open[to])
        goto out;
    result = to;
    if (to == fd)
        goto out;
    file_hold(file);
    closed = table->open[to];
    set(table, to, file, false);
out:
    spin_unlock(&table->lock);
    if (closed)
        file_put(closed);
    return result;
}

int file_table_close(struct file_table *table, int fd)
{
    spin_lock(&table->lock);
    struct file *file = find(table, fd);
    if (file) {
        table->open[fd] = NULL;
        table->state[fd].used = false;
    }
    spin_unlock(&table->lock);
    if (!file)
        return -EBADF;
    file_put(file);
    return 0;
}

int file_table_get_flag(struct file_table *table, int fd)
{
    spin_lock(&table->lock);
    int result = -EBADF;
    if (find(table, fd))
        result = table->state[fd].close_on_exec ? FD_CLOEXEC : 0;
    spin_unlock(&table->lock);
    return result;
}

int file_table_set_flag(struct file_table *table, int fd, bool close_on_exec)
{
    spin_lock(&table->lock);
    bool open = find(table, fd);
    if (open)
        table->state[fd].close_on_exec = close_on_exec;
    spin_unlock(&table->lock);
    return open ? 0 : -EBADF;
}

void file_table_copy(struct file_table *to, struct file_table *from)
{
    spin_lock(&from->lock);
    for (int fd = 0; fd < from->end; fd++) {
        if (!from->open[fd])
            continue; /* free, or another thread is in the middle of opening it */
        file_hold(from->open[fd]);
        set(to, fd, from->open[fd], from->state[fd].close_on_exec);
    }
    spin_unlock(&from->lock);
}

size_t file_table_pipe_pages(struct file_table *table)
{
    size_t n = 0;
    spin_lock(&table->lock);
    for (int fd = 0; fd < table->end; fd++)
        if (table->open[fd] && table->open[fd]->kind == FILE_PIPE)
            n += pipe_pages(table->open[fd]->pipe);
    spin_unlock(&table->lock);
    return n / 2;
}

void file_table_exec(struct file_table *table)
{
    for (int fd = 0; fd < table->end; fd++)
        if (table->state[fd].close_on_exec)
            file_table_close(table, fd);
}

void file_table_close_all(struct file_table *table)
{
    for (int fd = 0; fd < table->end; fd++) {
        debug_check(!table->state[fd].used || table->open[fd],
                    "descriptor %d was reserved, and neither filled nor given back "
                    "(file_table_unreserve() in fs/file_table.h)",
                    fd);
        file_table_close(table, fd);
    }
}
