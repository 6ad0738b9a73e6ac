/*
 * Directories.
 *
 * Problem: to find, add and remove names in steps each of which leaves a valid directory.
 *
 * A directory is a file of entries of one size, so an entry never crosses a block, adding a name
 * writes one entry, removing one clears it, and entries never move.  A search is linear; it
 * compares the first eight bytes of the padded name first, which nearly always decides.  It also
 * notes the first free entry, where a new name will go.
 *
 * "." and ".." are not stored.  A directory has its parent's number in its inode (aux), which
 * rename changes, and directory_list() generates both.  So a directory is empty when it has no
 * entries, and it has exactly one link.  A directory found under a name must have the right parent
 * number: even in a damaged image the directories that can be reached form a tree, so locking them
 * from the root downwards cannot deadlock.
 *
 * A directory does not shrink; removing it frees its blocks.
 */
#include "fs/directory.h"
#include "core/panic.h"
#include "fs/block_map.h"
#include "fs/log.h"
#include "fs/super.h"
#include <abi/dirent.h>
#include <abi/errno.h>

static uint32_t entries_of(const struct inode *dir)
{
    return dir->disk->size / sizeof(struct fs_name);
}

/* The entry, and its buffer with a reference taken; in a hole both are NULL. */
static int entry_at(struct inode *dir, uint32_t index, struct buffer **b, struct fs_name **entry)
{
    assert(mutex_held(&dir->mutex));
    int error = block_map_read(dir, index / FS_NAMES_PER_BLOCK, b);
    if (error == 0)
        *entry = *b ? (struct fs_name *)(*b)->data + index % FS_NAMES_PER_BLOCK : NULL;
    return error;
}

/* Searches from entry *index on for the next one in use, with the name in `key` unless that is
 * NULL.  1, with its number in *index and a copy in *found; 0 at the end; or an error.  *first_free
 * is lowered to the first free entry seen. */
static int next_entry(struct inode *dir, uint32_t *index, const struct fs_name *key,
                      struct fs_name *found, uint32_t *first_free)
{
    uint64_t head = 0;
    uint32_t nentries = entries_of(dir);

    if (key)
        memcpy(&head, key->name, sizeof(head));
    while (*index < nentries) {
        struct buffer *b;
        struct fs_name *entry;
        int error = entry_at(dir, *index, &b, &entry);
        if (error)
            return error;
        uint32_t end = *index - *index % FS_NAMES_PER_BLOCK + FS_NAMES_PER_BLOCK;
        if (end > nentries)
            end = nentries;
        for (; *index < end && entry; entry++, (*index)++) {
            uint64_t other;
            memcpy(&other, entry->name, sizeof(other));
            if (entry->ino == 0) {
                if (*index < *first_free)
                    *first_free = *index;
            } else if (!key ||
                       (other == head && memcmp(entry->name, key->name, sizeof(key->name)) == 0)) {
                *found = *entry;
                found->name[NAME_MAX] = '\0'; /* a damaged image may have none */
                cache_put(b);
                return 1;
            }
        }
        if (b)
            cache_put(b);
        else if (*index < *first_free)
            *first_free = *index;
        *index = end;
    }
    return 0;
}

static struct fs_name key_of(const char *name, size_t length)
{
    struct fs_name key = {0};
    assert(length > 0 && length <= NAME_MAX);
    memcpy(key.name, name, length);
    return key;
}

int directory_find(struct inode *dir, const char *name, size_t length, struct place *place)
{
    struct fs_name key = key_of(name, length);
    uint32_t first_free = entries_of(dir), index = 0;
    struct fs_name found;
    int result = next_entry(dir, &index, &key, &found, &first_free);
    if (result < 0)
        return result;
    *place = result ? (struct place){index, found.ino} : (struct place){first_free, 0};
    return result ? 0 : -ENOENT;
}

int directory_add(struct inode *dir, const struct place *place, const char *name, size_t length,
                  ino_t ino)
{
    if (place->index / FS_NAMES_PER_BLOCK >= FS_FILE_BLOCKS)
        return -ENOSPC;
    struct buffer *b;
    int error = block_map_modify(dir, place->index / FS_NAMES_PER_BLOCK, &b);
    if (error) {
        block_map_trim(dir);
        return error;
    }
    struct fs_name *entry = (struct fs_name *)b->data + place->index % FS_NAMES_PER_BLOCK;
    *entry = key_of(name, length);
    entry->ino = ino;
    cache_put(b);
    if (place->index >= entries_of(dir))
        dir->disk->size = (place->index + 1ull) * sizeof(struct fs_name);
    inode_changed(dir, true);
    return 0;
}

int directory_set(struct inode *dir, const struct place *place, ino_t ino)
{
    struct buffer *b;
    struct fs_name *entry;
    int error = entry_at(dir, place->index, &b, &entry);
    if (error)
        return error;
    if (!entry)
        return super_corrupt("entry %u of directory %u has become a hole", place->index, dir->ino);
    if (ino == 0)
        *entry = (struct fs_name){0};
    entry->ino = ino;
    log_dirty(b);
    cache_put(b);
    inode_changed(dir, true);
    return 0;
}

int directory_unlink(struct inode *dir, const struct place *place, struct inode *inode)
{
    inode_lock(inode);
    int error = log_begin();
    if (error == 0) {
        error = directory_set(dir, place, 0);
        if (error == 0)
            inode_unlinked(inode);
        log_end();
    }
    inode_unlock(inode);
    return error;
}

int directory_is_empty(struct inode *dir)
{
    uint32_t index = 0, unused = 0;
    struct fs_name found;
    int result = next_entry(dir, &index, NULL, &found, &unused);
    return result < 0 ? result : !result;
}

int directory_name_of(struct inode *dir, ino_t ino, char *name)
{
    uint32_t unused = 0;
    struct fs_name found;
    for (uint32_t index = 0;; index++) {
        int result = next_entry(dir, &index, NULL, &found, &unused);
        if (result <= 0)
            return result < 0 ? result : -ENOENT;
        if (found.ino == ino)
            return strlcpy(name, found.name, NAME_MAX + 1);
    }
}

/* Positions: 0 is ".", 1 is "..", and 2 + n is entry n. */
int64_t directory_list(struct inode *dir, struct io io, size_t nbytes, off_t *pos)
{
    size_t done = 0;
    int result = 0;

    if (inode_kind(dir) != S_IFDIR)
        return -ENOTDIR;
    if (nbytes < sizeof(struct dirent) || *pos < 0 || *pos > UINT32_MAX)
        return -EINVAL;
    inode_lock(dir);
    if (dir->disk->nlink == 0)
        result = -ENOENT;
    while (result == 0 && nbytes - done >= sizeof(struct dirent)) {
        struct fs_name found = {dir->ino, "."};
        uint32_t index = *pos < 2 ? *pos : *pos - 2, unused = 0;
        if (*pos == 1)
            found = (struct fs_name){dir->disk->aux, ".."};
        else if (*pos > 1 && (result = next_entry(dir, &index, NULL, &found, &unused)) <= 0)
            break;
        struct dirent out = {.d_ino = found.ino, .d_reclen = sizeof(out), .d_type = DT_UNKNOWN};
        strlcpy(out.d_name, found.name, sizeof(out.d_name));
        result = io_copy_to(io, done, &out, sizeof(out));
        if (result == 0) {
            done += sizeof(out);
            *pos = *pos < 2 ? *pos + 1 : index + 3ll;
        }
    }
    inode_unlock(dir);
    return done > 0 ? (int64_t)done : result;
}
