/*
 * Tables of open files.  The lock is held for a few instructions only; files are closed after it is
 * released.
 */
#include "fs/file_table.h"
#include "core/panic.h"
#include "core/string.h"
#include "fs/file.h"
#include <abi/errno.h>
#include <abi/fcntl.h>

_Static_assert(OPEN_MAX % 64 == 0, "the sets of descriptors consist of whole words");

static bool has_bit(const uint64_t *set, int fd)
{
    return set[fd / 64] >> fd % 64 & 1;
}

static void set_bit(uint64_t *set, int fd, bool on)
{
    set[fd / 64] &= ~(1ull << fd % 64);
    set[fd / 64] |= (uint64_t)on << fd % 64;
}

/* The file at fd, or NULL.  The lock is held. */
static struct file *find(const struct file_table *table, int fd)
{
    return fd >= 0 && fd < OPEN_MAX ? table->open[fd] : NULL;
}

void file_table_init(struct file_table *table)
{
    memset(table, 0, sizeof(*table));
    spin_init(&table->lock, "open files");
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
    if (lowest < 0 || lowest >= OPEN_MAX)
        return -EINVAL;
    int fd = -EMFILE;
    spin_lock(&table->lock);
    for (int word = lowest / 64; word < FILE_TABLE_WORDS; word++) {
        uint64_t free = ~table->used[word];
        if (word == lowest / 64)
            free &= ~0ull << lowest % 64;
        if (free) {
            fd = word * 64 + __builtin_ctzll(free);
            set_bit(table->used, fd, true);
            break;
        }
    }
    spin_unlock(&table->lock);
    return fd;
}

void file_table_fill(struct file_table *table, int fd, struct file *file, bool close_on_exec)
{
    spin_lock(&table->lock);
    assert(has_bit(table->used, fd) && !table->open[fd]);
    table->open[fd] = file;
    set_bit(table->close_on_exec, fd, close_on_exec);
    spin_unlock(&table->lock);
}

void file_table_unreserve(struct file_table *table, int fd)
{
    spin_lock(&table->lock);
    assert(has_bit(table->used, fd) && !table->open[fd]);
    set_bit(table->used, fd, false);
    spin_unlock(&table->lock);
}

int file_table_dup(struct file_table *table, int fd, int to)
{
    struct file *closed = NULL;
    int result = -EBADF;
    spin_lock(&table->lock);
    struct file *file = find(table, fd);
    if (!file || to < 0 || to >= OPEN_MAX)
        goto out;
    result = -EBUSY;
    if (has_bit(table->used, to) && !table->open[to])
        goto out;
    result = to;
    if (to == fd)
        goto out;
    file_hold(file);
    closed = table->open[to];
    table->open[to] = file;
    set_bit(table->used, to, true);
    set_bit(table->close_on_exec, to, false);
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
        set_bit(table->used, fd, false);
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
        result = has_bit(table->close_on_exec, fd) ? FD_CLOEXEC : 0;
    spin_unlock(&table->lock);
    return result;
}

int file_table_set_flag(struct file_table *table, int fd, bool close_on_exec)
{
    spin_lock(&table->lock);
    bool open = find(table, fd);
    if (open)
        set_bit(table->close_on_exec, fd, close_on_exec);
    spin_unlock(&table->lock);
    return open ? 0 : -EBADF;
}

void file_table_copy(struct file_table *to, struct file_table *from)
{
    spin_lock(&from->lock);
    for (int word = 0; word < FILE_TABLE_WORDS; word++) {
        for (uint64_t left = from->used[word]; left; left &= left - 1) {
            int fd = word * 64 + __builtin_ctzll(left);
            if (!from->open[fd])
                continue; /* another thread is in the middle of opening it */
            file_hold(from->open[fd]);
            to->open[fd] = from->open[fd];
            set_bit(to->used, fd, true);
        }
        to->close_on_exec[word] = from->close_on_exec[word];
    }
    spin_unlock(&from->lock);
}

/* For tables whose process has a single thread, or none any more. */
static void close_set(struct file_table *table, const uint64_t *set)
{
    for (int word = 0; word < FILE_TABLE_WORDS; word++)
        for (uint64_t left = set[word] & table->used[word]; left; left &= left - 1)
            file_table_close(table, word * 64 + __builtin_ctzll(left));
}

void file_table_exec(struct file_table *table)
{
    close_set(table, table->close_on_exec);
}

void file_table_close_all(struct file_table *table)
{
    close_set(table, table->used);
}
