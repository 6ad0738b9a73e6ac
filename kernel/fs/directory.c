/*
 * Directories.
 *
 * Problem: to find, add and remove names in steps each of which leaves a valid directory.
 *
 * A directory is a file of entries of one size, so an entry never crosses a block, adding a name
 * writes one entry, removing one clears it, and entries never move.
 *
 * A small directory is searched from its start, which also finds the first free entry, where a new
 * name will go.  A directory of more than SCAN_BLOCKS blocks gets an index (fs/name_index.h) at its
 * first search: index_of() reads all entries once.  From then on each change of an entry changes
 * the index as well.  If there is no memory for an index, the directory is searched from its start.
 *
 * A block that has no names left is freed, in the operation that removes the last of them, and
 * becomes a hole.  A directory ends with a block that has names: if that becomes empty, the size
 * falls to where the last one left ends.  New names fill the first holes first.  Searches step over
 * a hole of any length at once, so a damaged size costs nothing.
 *
 *     Example: of 10 000 names, in blocks 0 to 156, those of blocks 1 to 156 are removed.  The size
 *     is then one block.  If those of blocks 0 to 155 are, it stays as it is, for the names of
 *     block 156 have their positions; but one block is in use, and a list reads that alone.
 *
 * "." and ".." are not stored.  A directory has its parent's number in its inode (aux), which
 * rename changes, and directory_list() generates both.  So a directory is empty when it has no
 * entries, and it has exactly one link.  A directory found under a name must have the right parent
 * number: even in a damaged image the directories that can be reached form a tree, so locking them
 * from the root downwards cannot deadlock.
 */
#include "fs/directory.h"
#include "core/panic.h"
#include "core/round.h"
#include "fs/block_map.h"
#include "fs/log.h"
#include "fs/name.h"
#include "fs/name_index.h"
#include "fs/super.h"
#include "mm/page.h"
#include "sched/sched.h"
#include <abi/dirent.h>
#include <abi/errno.h>

#define SCAN_BLOCKS 2 /* in a directory of so many an index would not be faster */

static uint32_t entries_of(const struct inode *dir)
{
    return dir->disk->size / sizeof(struct fs_name);
}

static uint32_t blocks_of(const struct inode *dir)
{
    return div_round_up(entries_of(dir), FS_NAMES_PER_BLOCK);
}

/* The entries of one block, with a reference to the buffer. */
struct piece {
    struct buffer *buffer;
    struct fs_name *entries;
    uint32_t first, n; /* the number of the first, and how many */
};

static struct piece piece_of(const struct inode *dir, uint32_t block, struct buffer *buffer)
{
    uint32_t first = block * FS_NAMES_PER_BLOCK, n = entries_of(dir) - first;
    return (struct piece){buffer, buffer->data, first,
                          n < FS_NAMES_PER_BLOCK ? n : FS_NAMES_PER_BLOCK};
}

/* Gets block `block`: 1; 0: it is a hole, or behind the end; or an error. */
static int read_piece(struct inode *dir, uint32_t block, struct piece *piece)
{
    assert(mutex_held(&dir->mutex));
    if (block >= blocks_of(dir))
        return 0;
    struct buffer *buffer;
    int error = block_map_read(dir, block, &buffer);
    if (error || !buffer)
        return error;
    *piece = piece_of(dir, block, buffer);
    return 1;
}

/* Searches the piece from entry `at` of it on for one in use, with the key's name unless that is
 * NULL: which, or piece->n.  *first_free is lowered to the first free entry seen. */
static uint32_t search(const struct piece *piece, uint32_t at, const struct fs_name *key,
                       uint32_t *first_free)
{
    for (; at < piece->n; at++) {
        const struct fs_name *entry = &piece->entries[at];
        if (entry->ino == 0) {
            if (piece->first + at < *first_free)
                *first_free = piece->first + at;
        } else if (!key || name_same(entry, key)) {
            break;
        }
    }
    return at;
}

bool directory_name_is_good(const struct fs_name *entry)
{
    const char *at = entry->name;
    while (*at != '\0' && *at != '/' && at < entry->name + NAME_MAX)
        at++;
    return *at == '\0' && at > entry->name && !name_is_dots(entry);
}

/* A search through a directory.  Between two blocks others have their turns: there may be many. */
struct scan {
    uint32_t number;             /* of the entry found, or the next to look at */
    uint32_t first_free;         /* lowered to the first free entry seen */
    const struct fs_name *found; /* in `piece` */
    struct piece piece;          /* its buffer is NULL before the first block and after the last */
};

static void scan_end(struct scan *scan)
{
    if (scan->piece.buffer)
        cache_put(scan->piece.buffer);
    scan->piece.buffer = NULL;
}

/* Goes to the first block with entries from scan->number on: as read_piece(). */
static int scan_go_on(struct inode *dir, struct scan *scan)
{
    scan_end(scan);
    if (scan->number >= entries_of(dir))
        return 0;
    sched_yield_if_due();
    int64_t block = scan->number / FS_NAMES_PER_BLOCK;
    int result = read_piece(dir, block, &scan->piece);
    if (result == 0) {
        block = block_map_seek(dir, block, false);
        if (block < 0)
            return block == -ENOENT ? 0 : block;
        result = read_piece(dir, block, &scan->piece);
    }
    if (result > 0 && scan->piece.first > scan->number) { /* behind a hole */
        if (scan->number < scan->first_free)
            scan->first_free = scan->number;
        scan->number = scan->piece.first;
    }
    return result;
}

/* Finds the next entry in use from scan->number on, with the key's name unless that is NULL.  1; 0
 * at the end; or an error.  The caller ends the scan.
 *
 * A damaged disk may have a name such as "../../bin".  A program that lists a directory, and then
 * removes what it has listed, would remove what is elsewhere.  So no such name leaves here. */
static int scan_next(struct inode *dir, struct scan *scan, const struct fs_name *key)
{
    for (;;) {
        const struct piece *piece = &scan->piece;
        if (piece->buffer) {
            uint32_t at = search(piece, scan->number - piece->first, key, &scan->first_free);
            scan->number = piece->first + at;
            scan->found = &piece->entries[at];
            if (at < piece->n)
                break;
        }
        int result = scan_go_on(dir, scan);
        if (result <= 0)
            return result;
    }
    if (key || directory_name_is_good(scan->found))
        return 1;
    return super_corrupt("directory %u has an entry with an impossible name", dir->ino);
}

/* ---- with an index ---- */

/* Tells a new index of all names, and of the blocks that have no free entry before them. */
static bool fill_index(struct inode *dir, struct name_index *index)
{
    struct scan scan = {.first_free = entries_of(dir)};
    int result;
    while ((result = scan_next(dir, &scan, NULL)) > 0 &&
           name_index_add(index, scan.found, scan.number))
        scan.number++;
    scan_end(&scan);
    for (uint32_t block = 0; block < scan.first_free / FS_NAMES_PER_BLOCK; block++)
        name_index_set_full(index, block, true);
    return result == 0;
}

/* Takes the directory's index, and makes it if the directory is large: NULL if it has none. */
static struct name_index *index_of(struct inode *dir)
{
    struct name_index *index = name_index_take(dir->ino);
    if (index || dir->disk->nblocks <= SCAN_BLOCKS)
        return index;
    index = name_index_create(dir->ino, dir->disk->nblocks * FS_NAMES_PER_BLOCK);
    if (index && !fill_index(dir, index)) {
        name_index_drop(index);
        index = NULL;
    }
    return index;
}

/* Gives it back, unless the directory has become so small that it needs none. */
static void put_index(struct inode *dir, struct name_index *index)
{
    if (dir->disk->nblocks < SCAN_BLOCKS)
        name_index_drop(index);
    else if (index)
        name_index_give(index);
}

/* The first free entry, or the end, in *number. */
static int find_room(struct inode *dir, struct name_index *index, uint32_t *number)
{
    for (;;) {
        uint32_t block = name_index_room(index);
        *number = block * FS_NAMES_PER_BLOCK;
        if (block >= blocks_of(dir) || block == NAME_INDEX_BLOCKS) {
            *number = entries_of(dir);
            return 0;
        }
        struct piece piece;
        int result = read_piece(dir, block, &piece);
        if (result <= 0)
            return result;
        uint32_t at = 0;
        while (at < piece.n && piece.entries[at].ino != 0)
            at++;
        cache_put(piece.buffer);
        *number += at;
        if (at < FS_NAMES_PER_BLOCK)
            return 0;
        name_index_set_full(index, block, true);
    }
}

/* directory_find(), with the index. */
static int find_indexed(struct inode *dir, struct name_index *index, const struct fs_name *key,
                        struct place *place)
{
    struct name_search search = name_index_begin(index, key);
    uint32_t number;
    while (name_index_next(index, &search, &number)) {
        struct piece piece;
        int result = read_piece(dir, number / FS_NAMES_PER_BLOCK, &piece);
        if (result < 0)
            return result;
        if (result == 0)
            continue;
        uint32_t at = number - piece.first;
        ino_t ino = at < piece.n && name_same(&piece.entries[at], key) ? piece.entries[at].ino : 0;
        cache_put(piece.buffer);
        if (ino != 0) {
            *place = (struct place){number, ino};
            return 0;
        }
    }
    int error = find_room(dir, index, &number);
    *place = (struct place){number, 0};
    return error ? error : -ENOENT;
}

/* ---- finding and changing ---- */

int directory_find(struct inode *dir, const struct fs_name *name, struct place *place)
{
    struct name_index *index = index_of(dir);
    if (index) {
        int error = find_indexed(dir, index, name, place);
        put_index(dir, index);
        return error;
    }
    struct scan scan = {.first_free = entries_of(dir)};
    int result = scan_next(dir, &scan, name);
    if (result >= 0)
        *place = result ? (struct place){scan.number, scan.found->ino}
                        : (struct place){scan.first_free, 0};
    scan_end(&scan);
    return result > 0 ? 0 : result < 0 ? result : -ENOENT;
}

int directory_add(struct inode *dir, const struct place *place, const struct fs_name *name,
                  ino_t ino)
{
    if (place->index / FS_NAMES_PER_BLOCK >= FS_FILE_BLOCKS)
        return -ENOSPC;
    struct buffer *b;
    int error = block_map_write(dir, place->index / FS_NAMES_PER_BLOCK, false, &b);
    if (error < 0)
        return error;
    struct fs_name *entry = (struct fs_name *)b->data + place->index % FS_NAMES_PER_BLOCK;
    *entry = *name;
    entry->ino = ino;
    struct name_index *index = name_index_take(dir->ino);
    if (index && !name_index_add(index, entry, place->index)) {
        name_index_drop(index);
        index = NULL;
    }
    cache_put(b);
    if (place->index >= entries_of(dir))
        dir->disk->size = (place->index + 1ull) * sizeof(struct fs_name);
    put_index(dir, index);
    inode_changed(dir, true);
    return 0;
}

/* In operation: frees the block if it has no names, and shortens a directory that it was the end
 * of.  After an error it stays as it is, which is no harm. */
static void free_empty(struct inode *dir, const struct piece *piece)
{
    uint32_t unused = 0, block = piece->first / FS_NAMES_PER_BLOCK;
    if (search(piece, 0, NULL, &unused) < piece->n)
        return;
    int64_t last = block;
    if (block + 1 == blocks_of(dir)) {
        last = block > 0 ? block_map_seek(dir, block - 1, true) : -ENOENT;
        if (last < 0 && last != -ENOENT)
            return;
    }
    if (block_map_punch(dir, block) != 0)
        return;
    if (last != block)
        dir->disk->size = last < 0 ? 0 : (last + 1ull) * BLOCK_SIZE;
}

int directory_hold(struct inode *dir, const struct place *place, struct buffer **out)
{
    struct piece piece;
    int result = read_piece(dir, place->index / FS_NAMES_PER_BLOCK, &piece);
    *out = result > 0 ? piece.buffer : NULL;
    if (result == 0)
        return super_corrupt("entry %u of directory %u has become a hole", place->index, dir->ino);
    return result < 0 ? result : 0;
}

void directory_change(struct inode *dir, const struct place *place, struct buffer *b, ino_t ino)
{
    uint32_t block = place->index / FS_NAMES_PER_BLOCK;
    struct piece piece = piece_of(dir, block, b);
    struct fs_name *entry = &piece.entries[place->index - piece.first];
    log_dirty(b);
    if (ino != 0) {
        entry->ino = ino;
    } else {
        struct name_index *index = name_index_take(dir->ino);
        if (index) {
            name_index_remove(index, entry, place->index);
            name_index_set_full(index, block, false);
        }
        *entry = (struct fs_name){0};
        free_empty(dir, &piece);
        put_index(dir, index);
    }
    inode_changed(dir, true);
}

int directory_set(struct inode *dir, const struct place *place, ino_t ino)
{
    struct buffer *b;
    int error = directory_hold(dir, place, &b);
    if (error)
        return error;
    directory_change(dir, place, b, ino);
    cache_put(b);
    return 0;
}

int directory_unlink(struct inode *dir, const struct place *place, struct inode *inode)
{
    assert(mutex_held(&inode->mutex));
    int error = log_begin();
    if (error)
        return error;
    error = directory_set(dir, place, 0);
    if (error == 0)
        inode_unlinked(inode);
    log_end();
    return error;
}

int directory_check_empty(struct inode *dir)
{
    struct scan scan = {0};
    int result = scan_next(dir, &scan, NULL);
    scan_end(&scan);
    if (result == 0) /* it is about to be removed, and its number may go to another */
        name_index_drop(name_index_take(dir->ino));
    return result > 0 ? -ENOTEMPTY : result;
}

int directory_name_of(struct inode *dir, ino_t ino, struct fs_name *name)
{
    struct scan scan = {0};
    int result;
    while ((result = scan_next(dir, &scan, NULL)) > 0 && scan.found->ino != ino)
        scan.number++;
    if (result > 0) {
        *name = *scan.found;
        name->ino = 0;
        result = strlen(name->name);
    }
    scan_end(&scan);
    return result != 0 ? result : -ENOENT;
}

/* Stores up to max entries from position *at on in zeroed memory, and advances *at.  Returns how
 * many, or an error.  Locked.  Positions: 0 is ".", 1 is "..", and 2 + n is entry n. */
static int list_some(struct inode *dir, struct dirent *out, size_t max, off_t *at)
{
    const struct fs_name dots[] = {{dir->ino, "."}, {dir->disk->aux, ".."}};
    struct scan scan = {.number = *at < 2 ? 0 : *at - 2};
    size_t n = 0;
    int result = dir->disk->nlink > 0 ? 1 : -ENOENT;
    for (; n < max && result > 0; n++) {
        if (*at < 2)
            scan.found = &dots[*at];
        else if ((result = scan_next(dir, &scan, NULL)) <= 0)
            break;
        out[n].d_ino = scan.found->ino;
        out[n].d_reclen = sizeof(*out);
        out[n].d_type = DT_UNKNOWN;
        _Static_assert(sizeof(out[n].d_name) == sizeof(scan.found->name), "abi/dirent.h, abi/fs.h");
        __builtin_memcpy(out[n].d_name, scan.found->name, sizeof(scan.found->name));
        *at = *at < 2 ? *at + 1 : ++scan.number + 2ll;
    }
    scan_end(&scan);
    return n > 0 ? (int)n : result;
}

/* By a page of the kernel's: were the entries copied with the mutex held, whoever looks for a name
 * in the directory would wait for the program's page faults. */
int64_t directory_list(struct inode *dir, struct io io, size_t nbytes, off_t *pos)
{
    if (inode_kind(dir) != S_IFDIR)
        return -ENOTDIR;
    if (nbytes < sizeof(struct dirent) || *pos < 0 || *pos > UINT32_MAX)
        return -EINVAL;
    struct dirent *entries = page_alloc_zeroed();
    if (!entries)
        return -ENOMEM;
    off_t at = *pos;
    inode_lock(dir);
    int64_t result =
        list_some(dir, entries, (nbytes < PAGE_SIZE ? nbytes : PAGE_SIZE) / sizeof(*entries), &at);
    inode_unlock(dir);
    if (result > 0) {
        result *= sizeof(*entries);
        int error = io_copy_to(io, 0, entries, result);
        if (error)
            result = error;
        else
            *pos = at;
    }
    page_free(entries);
    return result;
}
