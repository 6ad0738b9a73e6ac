/*
 * Reading and writing the contents of inodes.
 *
 * A long write or truncation is split into operations of bounded size: WRITE_BLOCKS blocks of
 * contents each, or what block_map_cut() does at once.  Between two of them the file is shorter or
 * longer than wanted, but consistent.  Other threads cannot see that because of the mutex, but a
 * crash may leave the file so.  Other threads get the CPU between two operations of a write,
 * between two blocks of a long read, and at each block of pointers in a cut.
 *
 * The bytes after the end of a file in its last block are undefined.  A program must not see them
 * when the file grows past them, so a write or truncation that leaves a gap zeroes them first
 * (zero_tail).
 */
#include "fs/contents.h"
#include "core/panic.h"
#include "core/string.h"
#include "fs/block_map.h"
#include "fs/log.h"
#include "sched/sched.h"
#include <abi/errno.h>

#define WRITE_BLOCKS 8 /* blocks of contents in one operation; see LOG_OP_BLOCKS */

/* ---- shared pages ---- */

_Static_assert(sizeof(struct mapped_part) == PAGE_SIZE && BLOCK_SIZE == PAGE_SIZE, "pages");

void *contents_page(const struct inode *inode, uint64_t index)
{
    for (const struct mapped_part *part = inode->mapped; part; part = part->next)
        if (index - part->first < MAPPED_PART)
            return part->pages[index - part->first];
    return NULL;
}

/* Zeroes the shared pages from that byte of the file on. */
static void zero_pages(struct inode *inode, uint64_t from)
{
    for (struct mapped_part *part = inode->mapped; part; part = part->next)
        for (unsigned i = 0; i < MAPPED_PART; i++) {
            uint64_t start = (part->first + i) * PAGE_SIZE, end = start + PAGE_SIZE;
            size_t kept = from > start ? from - start : 0;
            if (part->pages[i] && from < end)
                memset((char *)part->pages[i] + kept, 0, PAGE_SIZE - kept);
        }
}

/* ---- resizing ---- */

/* In operation: zeroes the part of the last block that is after the end of the file, and the shared
 * pages there. */
static int zero_tail(struct inode *inode)
{
    uint64_t size = inode->disk->size, at = size % BLOCK_SIZE;
    zero_pages(inode, size);
    if (at == 0)
        return 0;
    struct buffer *b;
    int error = block_map_read(inode, size / BLOCK_SIZE, &b);
    if (error || !b)
        return error;
    memset((char *)b->data + at, 0, BLOCK_SIZE - at);
    log_dirty(b);
    cache_put(b);
    return 0;
}

/* Marks the time of the file, as POSIX says, unless the size stays because of an error. */
static int resize(struct inode *inode, uint64_t size)
{
    uint64_t was = inode->disk->size;
    int result = 1;
    while (result > 0) {
        result = log_begin();
        if (result)
            return result;
        if (size > inode->disk->size) {
            result = zero_tail(inode);
            if (result == 0)
                inode->disk->size = size;
        } else {
            result = size == was ? 0 : block_map_cut(inode, size);
        }
        if (result >= 0 || inode->disk->size != was)
            inode_changed(inode, true);
        log_end();
    }
    return result;
}

/* 0 if the contents of the file can be accessed at `off`, or an error. */
static int check_regular(const struct inode *inode, off_t off)
{
    if (inode_kind(inode) != S_IFREG)
        return inode_kind(inode) == S_IFDIR ? -EISDIR : -EINVAL;
    return off < 0 ? -EINVAL : 0;
}

int contents_truncate(struct inode *inode, off_t size)
{
    int error = check_regular(inode, size);
    if (error)
        return error;
    if ((uint64_t)size > FS_FILE_MAX)
        return -EFBIG;
    inode_lock(inode);
    error = resize(inode, size);
    inode_unlock(inode);
    return error;
}

/* ---- reading ---- */

static const char zeros[BLOCK_SIZE]; /* a hole's contents */

/* Locked. */
static int64_t read_at(struct inode *inode, struct io io, uint64_t off, size_t n)
{
    uint64_t size = inode->disk->size;
    size_t done = 0;

    assert(mutex_held(&inode->mutex));
    if (off >= size)
        return 0;
    if (n > size - off)
        n = size - off;
    while (done < n) {
        size_t at = (off + done) % BLOCK_SIZE;
        size_t len = n - done < BLOCK_SIZE - at ? n - done : BLOCK_SIZE - at;
        struct buffer *b = NULL;
        uint32_t block = (off + done) / BLOCK_SIZE;
        const char *data = inode->mapped ? contents_page(inode, block) : NULL;
        int error = data ? 0 : block_map_read(inode, block, &b);
        if (error == 0) {
            data = data ? data : b ? b->data : zeros;
            error = io_copy_to(io, done, data + at, len);
            if (b)
                cache_put(b);
        }
        if (error)
            return done > 0 ? (int64_t)done : error;
        done += len;
        sched_yield_if_due();
    }
    return n;
}

int64_t contents_read(struct inode *inode, struct io io, off_t off, size_t n)
{
    int64_t result = check_regular(inode, off);
    if (result)
        return result;
    inode_lock(inode);
    result = read_at(inode, io, off, n);
    inode_unlock(inode);
    return result;
}

int64_t contents_readlink(struct inode *inode, struct io io, size_t n)
{
    if (inode_kind(inode) != S_IFLNK)
        return -EINVAL;
    inode_lock(inode);
    int64_t result = read_at(inode, io, 0, n);
    inode_unlock(inode);
    return result;
}

/* ---- writing ---- */

/* Copies what was written to the block to its shared page, if that is not where it came from. */
static void write_shared(struct inode *inode, struct io io, uint64_t off, size_t len,
                         const char *data)
{
    char *page = contents_page(inode, off / BLOCK_SIZE);
    if (page && io.addr != (uint64_t)page + off % BLOCK_SIZE)
        memcpy(page + off % BLOCK_SIZE, data, len);
}

/* In operation: copies len bytes to `off`, all in one block. */
static int write_block(struct inode *inode, struct io io, uint64_t off, size_t len)
{
    uint32_t block = off / BLOCK_SIZE;
    size_t at = off % BLOCK_SIZE;
    /* The old contents matter only if some of them stay. */
    bool whole = at == 0 && (len == BLOCK_SIZE || off + len >= inode->disk->size);
    /* A bad address must not destroy the old contents; one that another thread of the program makes
     * bad between here and the copy may, of a whole block.  If old contents stay, the copy itself
     * finds out about its first page before it changes a byte. */
    size_t first = whole ? 0 : PAGE_SIZE - io.addr % PAGE_SIZE;
    int error = len > first ? io_probe(io, first, len - first) : 0;
    if (error)
        return error;
    struct buffer *b;
    int is_new = block_map_write(inode, block, whole, &b);
    if (is_new < 0)
        return is_new;
    char *data = (char *)b->data + at;
    error = io_copy_from(io, 0, data, len);
    if (error && whole)
        memset(data, 0, len);
    if (error == 0 && inode->mapped)
        write_shared(inode, io, off, len, data);
    cache_put(b);
    if (error && is_new) /* the block may be beyond the end */
        block_map_punch(inode, block);
    return error;
}

/* In operation: writes as many of the n bytes as one operation can: how many, or an error. */
static int64_t write_some(struct inode *inode, struct io io, uint64_t off, size_t n)
{
    struct fs_inode *disk = inode->disk;
    uint64_t start = off, end = (off / BLOCK_SIZE + WRITE_BLOCKS) * BLOCK_SIZE;
    int error = off > disk->size ? zero_tail(inode) : 0;

    if (end > off + n)
        end = off + n;
    while (off < end && error == 0) {
        size_t room = BLOCK_SIZE - off % BLOCK_SIZE;
        size_t len = end - off < room ? end - off : room;
        error = write_block(inode, io, off, len);
        if (error == 0) {
            io.addr += len;
            off += len;
        }
    }
    if (off == start)
        return error;
    if (off > disk->size)
        disk->size = off;
    inode_changed(inode, true);
    return off - start;
}

/* Locked. */
static int64_t write_at(struct inode *inode, struct io io, uint64_t off, size_t n)
{
    size_t done = 0;
    int64_t result = 0;

    if (n == 0)
        return 0;
    if (off >= FS_FILE_MAX)
        return -EFBIG;
    if (n > FS_FILE_MAX - off)
        n = FS_FILE_MAX - off;
    while (done < n) {
        result = log_begin();
        if (result)
            break;
        result = write_some(inode, io, off + done, n - done);
        log_end();
        if (result < 0)
            break;
        io.addr += result;
        done += result;
        if (done < n)
            sched_yield_if_due();
    }
    return done > 0 ? (int64_t)done : result;
}

/* At `off`; or, if `end` is not NULL, at the end of the file, whose new end is stored there. */
static int64_t write_file(struct inode *inode, struct io io, off_t off, size_t n, off_t *end)
{
    int64_t result = check_regular(inode, off);
    if (result)
        return result;
    inode_lock(inode);
    if (end)
        off = inode->disk->size;
    result = write_at(inode, io, off, n);
    if (end && result > 0)
        *end = off + result;
    inode_unlock(inode);
    return result;
}

int64_t contents_write(struct inode *inode, struct io io, off_t off, size_t n)
{
    return write_file(inode, io, off, n, NULL);
}

int64_t contents_append(struct inode *inode, struct io io, size_t n, off_t *end)
{
    return write_file(inode, io, 0, n, end);
}

int contents_write_page(struct inode *inode, uint32_t index, bool holes)
{
    const char *page = contents_page(inode, index);
    uint64_t off = (uint64_t)index * BLOCK_SIZE, size = inode->disk->size;
    if (off >= size)
        return 0;
    size_t n = size - off < BLOCK_SIZE ? size - off : BLOCK_SIZE;
    struct buffer *b;
    int error = block_map_read(inode, index, &b);
    if (error)
        return error;
    bool same = b ? memcmp(page, b->data, n) == 0 : !holes && memcmp(page, zeros, n) == 0;
    if (b)
        cache_put(b);
    int64_t written = same ? 0 : write_at(inode, io_kernel(page), off, n);
    return written < 0 ? written : 0;
}
