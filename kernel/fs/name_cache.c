/*
 * The names of directories that were found lately; see fs/name_cache.h.
 *
 * A name has a place in one of SETS sets, by its hash, and replaces any of the WAYS names there.
 * For the way back, from a directory to its name, `places` says where a name of that directory may
 * be: two directories whose numbers leave the same rest share a cell, and the last one has it.
 *
 * A user may choose names that all fall into one set.  Then the walks along these names are as slow
 * as without a cache, so the hash needs no secret.
 */
#include "fs/name_cache.h"
#include "core/spin.h"
#include "core/string.h"
#include "fs/name.h"

#define SETS 512
#define WAYS 4

/* [c] cache_lock, as all below. */
struct known {
    struct fs_name name; /* and in name.ino the directory that it is in; 0: free */
    ino_t ino;           /* the directory of that name */
    uint32_t length;
};

static struct spinlock cache_lock = SPINLOCK_INIT("name cache");
static struct known known[SETS * WAYS]; /* 144 KiB */
static uint16_t places[SETS * WAYS];    /* of directory i: cell i % (SETS * WAYS) */
static uint32_t turn;                   /* counts the names that were replaced */
static uint32_t removals;               /* atomic */

void name_cache_init(void)
{
    memset(known, 0, sizeof(known));
}

uint32_t name_cache_removals(void)
{
    return __atomic_load_n(&removals, __ATOMIC_ACQUIRE);
}

uint32_t name_cache_begin(void)
{
    spin_lock(&cache_lock);
    return removals;
}

void name_cache_end(void)
{
    spin_unlock(&cache_lock);
}

/* The first of the set in which the name's place is. */
static struct known *set_of(ino_t dir, const struct fs_name *name)
{
    uint64_t hash = dir, word;
    for (unsigned i = 0; i < NAME_WORDS && (word = name_word(name, i)) != 0; i++) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15; /* as fs_checksum() */
        hash ^= hash >> 29;
    }
    return &known[hash % SETS * WAYS];
}

static struct known *find(ino_t dir, const struct fs_name *name)
{
    struct known *set = set_of(dir, name);
    for (unsigned i = 0; i < WAYS; i++)
        if (set[i].name.ino == dir && name_same(&set[i].name, name))
            return &set[i];
    return NULL;
}

ino_t name_cache_find(ino_t dir, const struct fs_name *name)
{
    const struct known *found = find(dir, name);
    return found ? found->ino : 0;
}

void name_cache_add(ino_t dir, const struct fs_name *name, ino_t ino)
{
    spin_lock(&cache_lock);
    struct known *place = find(dir, name);
    if (!place)
        place = &set_of(dir, name)[turn++ % WAYS];
    *place = (struct known){*name, ino, strlen(name->name)};
    place->name.ino = dir;
    places[ino % (SETS * WAYS)] = place - known;
    spin_unlock(&cache_lock);
}

void name_cache_forget(ino_t dir, const struct fs_name *name)
{
    spin_lock(&cache_lock);
    struct known *found = find(dir, name);
    if (found)
        *found = (struct known){0};
    __atomic_store_n(&removals, removals + 1, __ATOMIC_RELEASE);
    spin_unlock(&cache_lock);
}

size_t name_cache_name_of(ino_t ino, ino_t *parent, struct fs_name *name)
{
    size_t length = 0;
    spin_lock(&cache_lock);
    const struct known *place = &known[places[ino % (SETS * WAYS)]];
    if (place->ino == ino) {
        length = place->length;
        *parent = place->name.ino;
        *name = place->name;
    }
    spin_unlock(&cache_lock);
    return length;
}
