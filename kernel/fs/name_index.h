/*
 * Indexes of large directories: which entries can have a name, and which block has a free entry,
 * without reading the directory from its start.  Inside fs/.
 *
 * They are in memory only.  An index is made from the directory when that is first searched, and
 * may vanish whenever nobody uses it, if memory is short: a search without one is slow and as
 * right.  So what is on the disk needs no index, and no crash can damage one.
 *
 * An index belongs to the table of all of them or to one thread, which takes it out and gives it
 * back, or drops it.  The thread holds the directory's mutex while it has the index, and for every
 * function except name_index_reclaim().  It notes in the index every name that it adds and removes.
 * None sleeps.
 */
#ifndef FS_NAME_INDEX_H
#define FS_NAME_INDEX_H

#include <abi/fs.h>
#include <abi/types.h>
#include <stdbool.h>
#include <stddef.h>

struct name_index;

void name_index_init(void); /* at mount */

/* The directory's index, now the caller's; NULL: it has none. */
struct name_index *name_index_take(ino_t dir);

/* A new one, the caller's, that knows no names, with room for so many and some more; NULL: not that
 * much memory is free. */
struct name_index *name_index_create(ino_t dir, uint32_t names);

void name_index_give(struct name_index *index);
void name_index_drop(struct name_index *index); /* frees it; NULL is allowed */

/* Frees the index that was not used for longest; returns the number of pages freed.  May be called
 * whatever mutexes are held. */
size_t name_index_reclaim(void);

size_t name_index_pages(void); /* that all indexes have */

/* The entry has this number.  False: the index has no more room; then the caller drops it. */
bool name_index_add(struct name_index *index, const struct fs_name *entry, uint32_t number);

/* The entry of this number is about to be freed. */
void name_index_remove(struct name_index *index, const struct fs_name *entry, uint32_t number);

/*
 * The numbers of all entries that can have the key's name, one for each call:
 *
 *     struct name_search search = name_index_begin(index, &key);
 *     while (name_index_next(index, &search, &number))
 *         look at the entry: it has that name, or nearly always has
 */
struct name_search {
    uint32_t hash, at;
};

struct name_search name_index_begin(const struct name_index *index, const struct fs_name *key);
bool name_index_next(const struct name_index *index, struct name_search *search, uint32_t *number);

/* The index knows which blocks of the directory were found full: without a free entry.  At first
 * none is.  name_index_room() returns the first that is not full. */
#define NAME_INDEX_BLOCKS (220 * 64)

void name_index_set_full(struct name_index *index, uint32_t block, bool full);
uint32_t name_index_room(const struct name_index *index); /* NAME_INDEX_BLOCKS: no such block */

#endif
