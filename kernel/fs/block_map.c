/*
 * The block map of a file.
 *
 * An inode has FS_DIRECT direct block pointers, one pointer to an indirect block, which holds
 * FS_PTRS pointers, and one to a double indirect block, which holds FS_PTRS pointers to indirect
 * blocks.  A pointer of 0 is a hole.  While a pointer is in use, the buffer that contains it stays
 * referenced.
 *
 * No block of a file's contents is mapped beyond its end.  A block of pointers may be anywhere and
 * have none: if there is no room for the block that it was to lead to, or if that was freed, it
 * stays until the file is cut before it, or removed.  A write whose bytes cannot be copied from the
 * program frees the block that it has just allocated.  That does not read the disk: the blocks with
 * the bit and with the pointers are part of the running transaction.
 *
 * Cutting frees blocks from the end of the file to the front.  Freed blocks can be anywhere on the
 * disk, and each changes a block of the bitmap, so one operation stops when it would change more
 * than CUT_BITMAPS of those, and the caller continues in another one.  The size is lowered as far
 * as the cut came: the file is shorter than before and longer than wanted, but consistent.  Blocks
 * that are neighbours in the file and on the disk, as most are, are freed together.
 *
 *     Example: a file of 2000 blocks is cut to 1 block.  With FS_DIRECT = 22 and FS_PTRS = 1024,
 *     blocks 0 to 21 are direct, 22 to 1045 are in the indirect block I, and 1046 to 1999 in the
 *     first indirect block J of the double indirect block D.
 *
 *     Operation 1 frees 1999, 1998, ..., 1500; to free 1499 it would have to change a ninth block
 *     of the bitmap.  `lowest` is 1500, the size becomes 1500 blocks, and the result is 1.
 *     Operation 2 frees 1499 to 1046, then J, then D, then 1045 to 900.  `lowest` is 900.
 *     Operation 3 frees 899 to 22, then I, then 21 to 1, and sets the size that was asked for.
 *
 * Pointers come from the disk and are used only after point_ok() has checked them.  Each is read
 * once, as in a damaged image the block that holds it can be in another file too, which a program
 * is writing.
 */
#include "fs/block_map.h"
#include "core/round.h"
#include "core/string.h"
#include "fs/bitmap.h"
#include "fs/log.h"
#include "fs/super.h"
#include "sched/sched.h"
#include <abi/errno.h>

#define CUT_BITMAPS 8 /* blocks of the bitmap that one operation may change */

static struct bitmap used_blocks;

void block_map_init(void)
{
    const struct fs_super *super = super_geometry();
    bitmap_init(&used_blocks, "block", super->bmap_start, super->data_start, super->nblocks);
}

int64_t block_map_count_used(void)
{
    return bitmap_count(&used_blocks);
}

static int point_ok(const struct inode *inode, uint32_t block)
{
    if (block >= used_blocks.first && block < used_blocks.end)
        return 0;
    return super_corrupt("inode %u points to block %u, which is not a data block", inode->ino,
                         block);
}

/* Reads a block that a pointer of the inode is to. */
static int read_checked(const struct inode *inode, uint32_t block, struct buffer **out)
{
    int error = point_ok(inode, block);
    return error ? error : cache_read(block, out);
}

/* ---- finding a pointer ---- */

static uint32_t load(const uint32_t *pointer)
{
    return __atomic_load_n(pointer, __ATOMIC_RELAXED);
}

/* A pointer to a block, and the buffer that contains it, with a reference; the inode's own has its
 * reference anyway. */
struct pointer {
    uint32_t *at;
    struct buffer *in;
};

static void pointer_put(const struct inode *inode, const struct pointer *pointer)
{
    if (pointer->in != inode->buffer)
        cache_put(pointer->in);
}

static void pointer_set(struct inode *inode, const struct pointer *pointer, uint32_t block)
{
    *pointer->at = block;
    inode->disk->nblocks += block == 0 ? -1 : 1;
    log_dirty(pointer->in);
    log_dirty(inode->buffer);
}

/* In operation: allocates a block and sets the pointer, which is 0, to it; the contents of *out are
 * zeros, or undefined (whole). */
static int alloc_block(struct inode *inode, const struct pointer *pointer, bool whole,
                       struct buffer **out)
{
    int64_t block = bitmap_alloc(&used_blocks);
    if (block < 0)
        return block;
    int error = cache_fresh(block, out);
    if (error) {
        bitmap_free(&used_blocks, block, 1);
        return error;
    }
    if (!whole)
        memset((*out)->data, 0, BLOCK_SIZE);
    log_dirty(*out);
    pointer_set(inode, pointer, block);
    return 0;
}

/* Goes on to pointer number `entry` of the indirect block that the pointer is to.  If that is 0, an
 * indirect block is allocated (alloc), or the pointer stays. */
static int descend(struct inode *inode, struct pointer *pointer, uint32_t entry, bool alloc)
{
    uint32_t block = load(pointer->at);
    if (block == 0 && !alloc)
        return 0;
    struct buffer *next;
    int error =
        block == 0 ? alloc_block(inode, pointer, false, &next) : read_checked(inode, block, &next);
    if (error)
        return error;
    pointer_put(inode, pointer);
    *pointer = (struct pointer){(uint32_t *)next->data + entry, next};
    return 0;
}

/* find() of a block without a direct pointer. */
static int find_below(struct inode *inode, uint32_t index, bool alloc, struct pointer *pointer)
{
    struct fs_inode *disk = inode->disk;
    int error = 0;

    *pointer = (struct pointer){&disk->indirect, inode->buffer};
    if (index >= FS_FILE_BLOCKS)
        return -EFBIG;
    index -= FS_DIRECT;
    if (index >= FS_PTRS) {
        index -= FS_PTRS;
        pointer->at = &disk->double_indirect;
        error = descend(inode, pointer, index / FS_PTRS, alloc);
        if (error == 0 && alloc) /* so that it stays in memory in this operation */
            log_dirty(pointer->in);
    }
    /* If the pointer has stayed a 0, it does here. */
    if (error == 0)
        error = descend(inode, pointer, index % FS_PTRS, alloc);
    if (error)
        pointer_put(inode, pointer);
    return error;
}

/* Finds the pointer to a block of the file; unless alloc, it may be a 0 before that one.  0, and
 * then the caller must call pointer_put(), or an error. */
static inline int find(struct inode *inode, uint32_t index, bool alloc, struct pointer *pointer)
{
    if (index >= FS_DIRECT)
        return find_below(inode, index, alloc, pointer);
    *pointer = (struct pointer){&inode->disk->direct[index], inode->buffer};
    return 0;
}

int block_map_read(struct inode *inode, uint32_t index, struct buffer **out)
{
    struct pointer pointer;
    int error = find(inode, index, false, &pointer);
    if (error)
        return error;
    uint32_t block = load(pointer.at);
    pointer_put(inode, &pointer);
    *out = NULL;
    return block == 0 ? 0 : read_checked(inode, block, out);
}

/* ---- holes ---- */

/* Blocks of the file below a pointer with so many levels of blocks of pointers under it. */
static const uint64_t spans[] = {1, FS_PTRS, (uint64_t)FS_PTRS *FS_PTRS};

/* block_map_seek() among n pointers, the first of which is that to block `base` of the file. */
static int64_t seek_among(struct inode *inode, const uint32_t *pointers, uint32_t n, unsigned level,
                          uint64_t base, uint64_t from, bool down)
{
    uint64_t span = spans[level];
    if (down ? from < base : from >= base + n * span)
        return -ENOENT;
    uint64_t i = from < base ? 0 : (from - base) / span;
    if (i >= n)
        i = n - 1;
    for (; i < n; i += down ? -1 : 1) { /* below 0 it wraps */
        uint32_t block = load(&pointers[i]);
        if (block == 0)
            continue;
        if (level == 0)
            return (int64_t)(base + i);
        struct buffer *b;
        int64_t found = read_checked(inode, block, &b);
        if (found == 0) {
            found = seek_among(inode, b->data, FS_PTRS, level - 1, base + i * span, from, down);
            cache_put(b);
        }
        if (found != -ENOENT)
            return found;
    }
    return -ENOENT;
}

int64_t block_map_seek(struct inode *inode, uint32_t index, bool down)
{
    const struct fs_inode *disk = inode->disk;
    const uint32_t *roots[] = {disk->direct, &disk->indirect, &disk->double_indirect};
    const uint64_t bases[] = {0, FS_DIRECT, FS_DIRECT + FS_PTRS};
    int64_t found = -ENOENT;
    for (unsigned i = 0; i < 3 && found == -ENOENT; i++) {
        unsigned level = down ? 2 - i : i, n = level == 0 ? FS_DIRECT : 1;
        found = seek_among(inode, roots[level], n, level, bases[level], index, down);
    }
    return found;
}

/* ---- writing ---- */

int block_map_write(struct inode *inode, uint32_t index, bool whole, struct buffer **out)
{
    struct pointer pointer;
    int error = find(inode, index, true, &pointer);
    if (error)
        return error;
    uint32_t block = load(pointer.at);
    if (block == 0)
        error = alloc_block(inode, &pointer, whole, out);
    else if ((error = point_ok(inode, block)) == 0)
        error = whole ? cache_fresh(block, out) : cache_read(block, out);
    if (error == 0)
        log_dirty(*out);
    pointer_put(inode, &pointer);
    return error ? error : block == 0;
}

/* ---- freeing ---- */

int block_map_punch(struct inode *inode, uint32_t index)
{
    struct pointer pointer;
    int error = find(inode, index, false, &pointer);
    if (error)
        return error;
    error = bitmap_free(&used_blocks, load(pointer.at), 1);
    if (error == 0)
        pointer_set(inode, &pointer, 0);
    pointer_put(inode, &pointer);
    return error;
}

struct cut {
    struct inode *inode;
    uint64_t keep;         /* blocks of the file that stay */
    uint64_t lowest;       /* the last block of the file that was freed */
    uint32_t bitmap_block; /* 1 + the index of the one with the last freed block's bit; 0: none */
    uint32_t bitmaps_left; /* how many more blocks of the bitmap this operation may change */
};

/* Frees n blocks, whose bits are in one block of the bitmap, and sets the pointers to them to 0.
 * Returns 0, an error, or 1 if that is too much for this operation. */
static int free_blocks(struct cut *cut, uint32_t *pointers, uint32_t first, uint32_t n)
{
    uint32_t bitmap_block = 1 + first / BITS_PER_BLOCK;
    if (bitmap_block != cut->bitmap_block) {
        if (cut->bitmaps_left-- == 0)
            return 1;
        cut->bitmap_block = bitmap_block;
    }
    int error = bitmap_free(&used_blocks, first, n);
    if (error)
        return error;
    memset(pointers, 0, n * sizeof(pointers[0]));
    cut->inode->disk->nblocks -= n;
    return 0;
}

/* n, less the pointers of 0 at the end, down to `stay`. */
static uint32_t skip_holes(const uint32_t *pointers, uint32_t stay, uint32_t n)
{
    const uint32_t *end = pointers + n;
    while (end > pointers + stay && load(end - 1) == 0)
        end--;
    return end - pointers;
}

/* Frees the blocks that pointers[stay] to [n - 1] are to, the last first; pointers[0] is that to
 * block `base` of the file.  Results are those of free_blocks(). */
static int cut_data(struct cut *cut, uint32_t *pointers, uint32_t stay, uint32_t n, uint64_t base)
{
    while ((n = skip_holes(pointers, stay, n)) > stay) {
        uint32_t block = load(&pointers[--n]), run = 1;
        int result = point_ok(cut->inode, block);
        while (n > stay && block % BITS_PER_BLOCK != 0 && load(&pointers[n - 1]) == block - 1)
            n--, block--, run++;
        if (result == 0)
            result = point_ok(cut->inode, block);
        if (result == 0)
            result = free_blocks(cut, &pointers[n], block, run);
        if (result)
            return result;
        cut->lowest = base + n;
    }
    return 0;
}

/* Frees, last block first, the blocks from cut->keep on in the tree whose root is the block of
 * pointers to which *ptr points.  It has `level` levels of pointers, 1 or 2, and begins at block
 * `base` of the file.  Results are those of free_blocks().  In a file of holes an operation
 * can read every block of pointers, so others have their turns at each. */
static int cut_tree(struct cut *cut, uint32_t *ptr, unsigned level, uint64_t base)
{
    uint32_t block = load(ptr);
    if (block == 0 || base + spans[level] <= cut->keep)
        return 0;
    sched_yield_if_due();
    struct buffer *b;
    int result = read_checked(cut->inode, block, &b);
    if (result)
        return result;
    uint64_t span = spans[level - 1];
    uint32_t stay = cut->keep > base ? (cut->keep - base) / span : 0;
    if (level == 1)
        result = cut_data(cut, b->data, stay, FS_PTRS, base);
    else
        for (uint32_t i = FS_PTRS, *pointers = b->data;
             result == 0 && (i = skip_holes(pointers, stay, i)) > stay; i--)
            result = cut_tree(cut, &pointers[i - 1], level - 1, base + (i - 1) * span);
    if (result == 0 && base >= cut->keep)
        result = free_blocks(cut, ptr, block, 1);
    if (*ptr != 0)
        log_dirty(b);
    cache_put(b);
    return result;
}

static int cut_blocks(struct cut *cut)
{
    struct fs_inode *disk = cut->inode->disk;
    int result = cut_tree(cut, &disk->double_indirect, 2, FS_DIRECT + FS_PTRS);
    if (result == 0)
        result = cut_tree(cut, &disk->indirect, 1, FS_DIRECT);
    if (result == 0 && cut->keep < FS_DIRECT)
        result = cut_data(cut, disk->direct, cut->keep, FS_DIRECT, 0);
    return result;
}

int block_map_cut(struct inode *inode, uint64_t size)
{
    struct cut cut = {.inode = inode,
                      .keep = div_round_up(size, BLOCK_SIZE),
                      .lowest = UINT64_MAX,
                      .bitmaps_left = CUT_BITMAPS};
    int result = cut_blocks(&cut);
    if (result == 0 && inode->disk->size > size)
        inode->disk->size = size;
    else if (result != 0 && inode->disk->size / BLOCK_SIZE >= cut.lowest)
        inode->disk->size = cut.lowest * BLOCK_SIZE;
    log_dirty(inode->buffer);
    return result;
}
