/*
 * The bytes of files.
 *
 * A file has FS_DIRECT block pointers in its inode, a block of FS_PTRS more, and a block of
 * pointers to such blocks.  A pointer is a `slot`, an address inside the buffer of the inode or of
 * a pointer block; walking down means holding on to the buffer that the slot is in.
 *
 * Long work is cut into operations of bounded size: a write into ones of WRITE_BLOCKS blocks, a cut
 * into ones that touch CUT_MAPS blocks of the bitmap.  Between two of them the file is shorter or
 * longer than wished, but whole; the mutex keeps others from seeing that, a crash may show it.
 *
 * Blocks are taken for the bytes of an operation before the size grows to cover them.  If that
 * fails half way, or the bytes cannot be copied from the program, extent_trim() takes the
 * unused ones back: nothing is ever mapped behind the end of a file.  What it needs is in the
 * running transaction and so in memory.
 *
 * The bytes behind the end in a file's last block mean nothing, and so may not be seen when the
 * file grows past them: whoever makes it grow with a gap zeroes them first (zero_tail).
 *
 * Pointers come from the disk and are believed only after point_ok().
 */
#include "fs/extent.h"
#include "core/panic.h"
#include "core/print.h"
#include "fs/fs.h"
#include "fs/log.h"
#include <abi/errno.h>

#define WRITE_BLOCKS   8 /* blocks of contents in one operation; see LOG_OP_BLOCKS */
#define CUT_MAPS       8 /* blocks of the bitmap in one operation */
#define BITS_PER_BLOCK (BLOCK_SIZE * 8)

static struct bitmap block_map;

void extent_init(void)
{
    const struct fs_super *super = fs_geometry();
    bitmap_init(&block_map, "block", super->bmap_start, super->data_start, super->nblocks,
                cache_forget);
}

static int point_ok(const struct inode *inode, uint32_t block)
{
    const struct fs_super *super = fs_geometry();
    if (block >= super->data_start && block < super->nblocks)
        return 0;
    return fs_corrupt("inode %u points to block %u, which is no block of files", inode->ino, block);
}

static uint64_t blocks_of(uint64_t size)
{
    return (size + BLOCK_SIZE - 1) / BLOCK_SIZE;
}

/* ---- the tree ---- */

/* A pointer and the buffer that it is in: held, unless it is the inode's own. */
struct slot {
    uint32_t *ptr;
    struct buffer *in;
};

static void slot_put(struct inode *inode, struct slot *slot)
{
    if (slot->in != inode->buffer)
        cache_put(slot->in);
}

/* In operation: takes a free block and makes the empty slot point to it; contents undefined. */
static int take(struct inode *inode, struct slot *slot, uint32_t near, struct buffer **out)
{
    int64_t block = bitmap_take(&block_map, near);
    if (block < 0)
        return (int)block;
    int r = cache_fresh((uint32_t)block, out);
    if (r) {
        bitmap_give(&block_map, (uint32_t)block);
        return r;
    }
    *slot->ptr = (uint32_t)block;
    inode->disk->nblocks++;
    log_dirty(*out);
    log_dirty(slot->in);
    log_dirty(inode->buffer);
    return 0;
}

/* Goes on from a slot to one in the pointer block that it points to.  An empty slot gets such a
 * block (take), or stays the end of the way. */
static int descend(struct inode *inode, struct slot *slot, uint32_t entry, bool taking)
{
    struct buffer *next;
    int r;

    if (*slot->ptr == 0) {
        if (!taking)
            return 0;
        r = take(inode, slot, slot->in == inode->buffer ? 0 : slot->in->block, &next);
        if (r == 0)
            memset(next->data, 0, BLOCK_SIZE);
    } else {
        r = point_ok(inode, *slot->ptr);
        if (r == 0)
            r = cache_read(*slot->ptr, &next);
    }
    if (r)
        return r;
    slot_put(inode, slot);
    *slot = (struct slot){(uint32_t *)next->data + entry, next};
    return 0;
}

/* Finds the slot of a block of the file, or, unless taking, an empty one above it.  0, and then
 * slot_put() is due, or an error. */
static int find_slot(struct inode *inode, uint32_t index, bool taking, struct slot *slot)
{
    struct fs_inode *disk = inode->disk;
    int r = 0;

    *slot = (struct slot){&disk->indirect, inode->buffer};
    if (index >= FS_FILE_BLOCKS)
        return -EFBIG;
    if (index < FS_DIRECT) {
        slot->ptr = &disk->direct[index];
        return 0;
    }
    index -= FS_DIRECT;
    if (index >= FS_PTRS) {
        index -= FS_PTRS;
        slot->ptr = &disk->double_indirect;
        r = descend(inode, slot, index / FS_PTRS, taking);
    }
    /* On an empty way *ptr is 0 and stays where it is. */
    if (r == 0)
        r = descend(inode, slot, index % FS_PTRS, taking);
    if (r)
        slot_put(inode, slot);
    return r;
}

int extent_block(struct inode *inode, uint32_t index, struct buffer **out)
{
    struct slot slot;
    int r = find_slot(inode, index, false, &slot);
    if (r)
        return r;
    uint32_t block = *slot.ptr;
    slot_put(inode, &slot);
    *out = NULL;
    if (block == 0)
        return 0;
    r = point_ok(inode, block);
    return r ? r : cache_read(block, out);
}

/* The block before the slot's in the file, plus one: where a new block is best. */
static uint32_t neighbour(const struct inode *inode, const struct slot *slot)
{
    bool direct = slot->in == inode->buffer;
    const uint32_t *first = direct ? inode->disk->direct : slot->in->data;
    if (slot->ptr > first)
        return slot->ptr[-1] == 0 ? 0 : slot->ptr[-1] + 1;
    return direct ? 0 : slot->in->block + 1;
}

/* In operation: the block, dirty, taken if need be.  *fresh: its contents are undefined, because it
 * was taken, or because the caller does not want the old ones (whole). */
static int block_to_write(struct inode *inode, uint32_t index, bool whole, struct buffer **out,
                          bool *fresh)
{
    struct slot slot;
    int r = find_slot(inode, index, true, &slot);
    if (r)
        return r;
    uint32_t block = *slot.ptr;
    *fresh = block == 0 || whole;
    if (block == 0)
        r = take(inode, &slot, neighbour(inode, &slot), out);
    else if ((r = point_ok(inode, block)) == 0)
        r = whole ? cache_fresh(block, out) : cache_read(block, out);
    slot_put(inode, &slot);
    if (r == 0)
        log_dirty(*out);
    return r;
}

int extent_block_take(struct inode *inode, uint32_t index, struct buffer **out)
{
    bool fresh;
    int r = block_to_write(inode, index, false, out, &fresh);
    if (r == 0 && fresh)
        memset((*out)->data, 0, BLOCK_SIZE);
    return r;
}

/* ---- cutting ---- */

struct cut {
    struct inode *inode;
    uint64_t keep;      /* blocks of the file that stay */
    uint64_t lowest;    /* from here on nothing is mapped any more */
    uint32_t map_block; /* of the bitmap, in which the last one was */
    uint32_t maps;      /* how many more such blocks this operation may change */
};

/* Gives back the block at *ptr: 0, 1 if that is too much for this operation, or an error. */
static int give(struct cut *cut, uint32_t *ptr)
{
    uint32_t map_block = 1 + *ptr / BITS_PER_BLOCK;
    if (map_block != cut->map_block) {
        if (cut->maps-- == 0)
            return 1;
        cut->map_block = map_block;
    }
    int r = bitmap_give(&block_map, *ptr);
    if (r)
        return r;
    *ptr = 0;
    cut->inode->disk->nblocks--;
    return 0;
}

/* Gives back from the end what lies at cut->keep or behind it in the tree at *ptr, which has
 * `level` levels of pointers and begins at block `base` of the file.  Results as give(). */
static int cut_tree(struct cut *cut, uint32_t *ptr, unsigned level, uint64_t base)
{
    static const uint64_t spans[] = {1, FS_PTRS, (uint64_t)FS_PTRS * FS_PTRS};

    if (*ptr == 0 || base + spans[level] <= cut->keep)
        return 0;
    int r = point_ok(cut->inode, *ptr);
    if (r)
        return r;
    struct buffer *b = NULL;
    if (level > 0) {
        uint64_t span = spans[level - 1];
        uint64_t stay = cut->keep > base ? (cut->keep - base) / span : 0;
        r = cache_read(*ptr, &b);
        if (r)
            return r;
        for (uint64_t i = FS_PTRS; i-- > stay && r == 0;)
            r = cut_tree(cut, (uint32_t *)b->data + i, level - 1, base + i * span);
    }
    if (r == 0 && base >= cut->keep)
        r = give(cut, ptr);
    bool stays = *ptr != 0;
    if (!stays)
        cut->lowest = base;
    else if (cut->lowest <= base)
        cut->lowest = base + 1; /* the end must not come before a pointer block that is left */
    if (stays && b != NULL)
        log_dirty(b);
    if (b != NULL)
        cache_put(b);
    return r;
}

static int cut_blocks(struct cut *cut)
{
    struct fs_inode *disk = cut->inode->disk;
    int r = cut_tree(cut, &disk->double_indirect, 2, FS_DIRECT + FS_PTRS);
    if (r == 0)
        r = cut_tree(cut, &disk->indirect, 1, FS_DIRECT);
    for (unsigned i = FS_DIRECT; i-- > 0 && r == 0;)
        r = cut_tree(cut, &disk->direct[i], 0, i);
    return r;
}

int extent_cut(struct inode *inode, uint64_t size)
{
    struct cut cut = {
        .inode = inode, .keep = blocks_of(size), .lowest = UINT64_MAX, .maps = CUT_MAPS};
    int r = cut_blocks(&cut);
    if (r == 0 && inode->disk->size > size)
        inode->disk->size = size;
    else if (r != 0 && inode->disk->size / BLOCK_SIZE >= cut.lowest)
        inode->disk->size = cut.lowest * BLOCK_SIZE;
    inode_changed(inode, true);
    return r;
}

void extent_trim(struct inode *inode)
{
    int r = extent_cut(inode, inode->disk->size);
    if (r)
        print("fs: inode %u keeps blocks behind its end (error %d)\n", inode->ino, -r);
}

/* In operation: zeroes what lies behind the end in the last block. */
static int zero_tail(struct inode *inode)
{
    struct buffer *b;
    uint64_t size = inode->disk->size, at = size % BLOCK_SIZE;
    if (at == 0)
        return 0;
    int r = extent_block(inode, (uint32_t)(size / BLOCK_SIZE), &b);
    if (r || b == NULL)
        return r;
    memset((char *)b->data + at, 0, BLOCK_SIZE - at);
    log_dirty(b);
    cache_put(b);
    return 0;
}

static int resize(struct inode *inode, uint64_t size)
{
    int r = 1;
    while (r > 0) {
        r = log_begin();
        if (r)
            return r;
        if (size > inode->disk->size) {
            r = zero_tail(inode);
            if (r == 0)
                inode->disk->size = size;
            inode_changed(inode, true);
        } else {
            r = extent_cut(inode, size);
        }
        log_end();
    }
    return r;
}

/* Whether the file has bytes to reach at `off`. */
static int check_regular(const struct inode *inode, off_t off)
{
    if (inode_kind(inode) != S_IFREG)
        return inode_kind(inode) == S_IFDIR ? -EISDIR : -EINVAL;
    return off < 0 ? -EINVAL : 0;
}

int inode_truncate(struct inode *inode, off_t size)
{
    int r = check_regular(inode, size);
    if (r)
        return r;
    if ((uint64_t)size > FS_FILE_MAX)
        return -EFBIG;
    inode_lock(inode);
    if ((uint64_t)size != inode->disk->size)
        r = resize(inode, (uint64_t)size);
    inode_unlock(inode);
    return r;
}

/* ---- reading ---- */

int64_t extent_read(struct inode *inode, struct io io, uint64_t off, size_t n)
{
    uint64_t size = inode->disk->size;
    size_t done = 0;

    assert(mutex_held(&inode->mutex));
    if (off >= size)
        return 0;
    if (n > size - off)
        n = size - off;
    while (done < n) {
        struct buffer *b;
        size_t at = (off + done) % BLOCK_SIZE;
        size_t len = n - done < BLOCK_SIZE - at ? n - done : BLOCK_SIZE - at;
        int r = extent_block(inode, (uint32_t)((off + done) / BLOCK_SIZE), &b);
        if (r == 0 && b == NULL) {
            r = io_zero(io, done, len);
        } else if (r == 0) {
            r = io_give(io, done, (char *)b->data + at, len);
            cache_put(b);
        }
        if (r)
            return done > 0 ? (int64_t)done : r;
        done += len;
    }
    return (int64_t)n;
}

int64_t inode_read(struct inode *inode, struct io io, off_t off, size_t n)
{
    int64_t r = check_regular(inode, off);
    if (r)
        return r;
    inode_lock(inode);
    r = extent_read(inode, io, (uint64_t)off, n);
    inode_unlock(inode);
    return r;
}

int64_t inode_readlink(struct inode *inode, struct io io, size_t n)
{
    if (inode_kind(inode) != S_IFLNK)
        return -EINVAL;
    inode_lock(inode);
    int64_t r = extent_read(inode, io, 0, n);
    inode_unlock(inode);
    return r;
}

/* ---- writing ---- */

/* In operation: copies len bytes into one block at `at`. */
static int write_block(struct inode *inode, struct io io, size_t done, uint64_t off, size_t len)
{
    struct buffer *b;
    bool fresh;
    size_t at = off % BLOCK_SIZE;
    /* Old contents are of use only if some of them are to stay. */
    bool whole = at == 0 && (len == BLOCK_SIZE || off + len >= inode->disk->size);
    int r = io_probe(io, done, len); /* a bad address must not cost the old contents */
    if (r == 0)
        r = block_to_write(inode, (uint32_t)(off / BLOCK_SIZE), whole, &b, &fresh);
    if (r)
        return r;
    char *data = b->data;
    if (fresh) {
        memset(data, 0, at);
        memset(data + at + len, 0, BLOCK_SIZE - at - len);
    }
    r = io_take(io, done, data + at, len);
    if (r && fresh)
        memset(data + at, 0, len);
    cache_put(b);
    return r;
}

/* In operation: writes the first blocks of what is to be written: how many bytes, or an error. */
static int64_t write_some(struct inode *inode, struct io io, size_t done, uint64_t off, size_t n)
{
    struct fs_inode *disk = inode->disk;
    size_t part = 0;
    uint64_t had = disk->nblocks;
    int r = off > disk->size ? zero_tail(inode) : 0;

    for (unsigned i = 0; i < WRITE_BLOCKS && part < n && r == 0; i++) {
        size_t room = BLOCK_SIZE - (off + part) % BLOCK_SIZE;
        size_t len = n - part < room ? n - part : room;
        r = write_block(inode, io, done + part, off + part, len);
        if (r == 0)
            part += len;
    }
    if (part > 0 && off + part > disk->size)
        disk->size = off + part;
    if (part > 0)
        inode_changed(inode, true);
    if (r && disk->nblocks != had) /* the trim may find no memory, either: only if it is needed */
        extent_trim(inode);
    return part > 0 ? (int64_t)part : r;
}

/* Locked. */
static int64_t write_at(struct inode *inode, struct io io, uint64_t off, size_t n)
{
    size_t done = 0;
    int64_t r = 0;

    if (n == 0)
        return 0;
    if (off >= FS_FILE_MAX)
        return -EFBIG;
    if (n > FS_FILE_MAX - off)
        n = FS_FILE_MAX - off;
    while (done < n) {
        r = log_begin();
        if (r)
            break;
        r = write_some(inode, io, done, off + done, n - done);
        log_end();
        if (r < 0)
            break;
        done += (size_t)r;
    }
    return done > 0 ? (int64_t)done : r;
}

int64_t inode_write(struct inode *inode, struct io io, off_t off, size_t n)
{
    int64_t r = check_regular(inode, off);
    if (r)
        return r;
    inode_lock(inode);
    r = write_at(inode, io, (uint64_t)off, n);
    inode_unlock(inode);
    return r;
}

int64_t inode_append(struct inode *inode, struct io io, size_t n, off_t *end)
{
    int64_t r = check_regular(inode, 0);
    if (r)
        return r;
    inode_lock(inode);
    r = write_at(inode, io, inode->disk->size, n);
    if (r > 0)
        *end = (off_t)inode->disk->size;
    inode_unlock(inode);
    return r;
}
