/*
 * Large directories, with and without an index.
 *
 *     fs_names SEED ROUNDS [memory|full]
 *
 * Runs of names are added to a directory, removed from it and renamed in it; results must be those
 * of a model.  Meanwhile it is listed, a few names at a time: a name that is there all the while is
 * listed exactly once.  Indexes vanish at any moment.  With "memory" allocations fail, with "full"
 * the disk is too small.  A directory has just the blocks that its names are in.
 *
 * Then an index alone, with names of the same hash, a directory with more names than its first
 * index has room for, blocks for which there is no room, and directories whose size lies.
 */
#include "fs/block_map.h"
#include "fs/log.h"
#include "fs/name_index.h"
#include "tests/host/fs_sim.h"
#include <stdio.h>

#define NAMES 4000

static char names[NAMES][NAME_MAX + 1];
static bool there[NAMES];
static bool may_fail; /* -ENOMEM may come */
static unsigned failed, indexed;
static struct inode *dir;

/* Long and short ones; the number is at the end. */
static void make_names(void)
{
    for (unsigned i = 0; i < NAMES; i++)
        snprintf(names[i], sizeof(names[i]), "%0*u%04u", i % 3 ? 2 : 55, i % 9, i);
}

static uint32_t number_of(const char *name)
{
    uint32_t i = 0;
    for (const char *digit = name + strlen(name) - 4; *digit; digit++)
        i = i * 10 + (uint32_t)(*digit - '0');
    CHECK(i < NAMES && strcmp(names[i], name) == 0, "%s was never made", name);
    return i;
}

/* ---- a listing that goes on meanwhile ---- */

static struct {
    off_t pos;
    uint8_t seen[NAMES];
    bool stays[NAMES];
} listing;

static void listing_begin(void)
{
    listing.pos = 2;
    memset(listing.seen, 0, sizeof(listing.seen));
    memcpy(listing.stays, there, sizeof(there));
}

/* A part of it; at its end it is compared, and begins again. */
static void listing_goes_on(void)
{
    static struct dirent list[200];
    int64_t got =
        directory_list(dir, io_kernel(list), (1 + rng(200)) * sizeof(list[0]), &listing.pos);
    if (may_fail && got == -ENOMEM)
        return;
    CHECK(got >= 0, "list: %ld", got);
    for (int64_t i = 0; i < got / (int64_t)sizeof(list[0]); i++) {
        uint32_t k = number_of(list[i].d_name);
        CHECK(there[k], "%s is listed and not there", names[k]);
        listing.seen[k]++;
    }
    if (got > 0)
        return;
    for (uint32_t i = 0; i < NAMES; i++)
        CHECK(!listing.stays[i] || listing.seen[i] == 1, "%s is listed %u times", names[i],
              listing.seen[i]);
    listing_begin();
}

/* ---- changing names ---- */

static bool agree(const char *what, uint32_t i, int got, int want)
{
    if (got != want && (got == -ENOSPC || (may_fail && got == -ENOMEM))) {
        failed++;
        return false;
    }
    CHECK(got == want, "%s of %s: %d, not %d", what, names[i], got, want);
    return want == 0;
}

static void note(uint32_t i, bool present)
{
    there[i] = present;
    listing.stays[i] = false;
}

static void add(uint32_t i)
{
    if (agree("link", i, link_path(dir, "/file", names[i]), there[i] ? -EEXIST : 0))
        note(i, true);
}

static void drop(uint32_t i)
{
    if (agree("unlink", i, path_unlink(dir, names[i]), there[i] ? 0 : -ENOENT))
        note(i, false);
}

static void move(uint32_t i)
{
    uint32_t to = rng(NAMES);
    int want = there[i] ? 0 : -ENOENT;
    if (!agree("rename", i, tree_rename(dir, names[i], dir, names[to]), want) || there[to])
        return; /* two names of one file: both stay */
    note(i, false);
    note(to, true);
}

static void look(uint32_t i)
{
    struct inode *inode;
    int r = path_lookup(dir, names[i], true, &inode);
    if (agree("lookup", i, r, there[i] ? 0 : -ENOENT))
        inode_put(inode);
}

/* A run of names: neighbours in number are often neighbours on the disk. */
static void change(bool growing)
{
    static void (*const changes[])(uint32_t) = {add, drop, move, look};
    unsigned kind = rng(8), first = rng(NAMES), n = 1 + rng(300);
    void (*work)(uint32_t) = changes[kind < 4 ? kind : growing ? 0 : 1];
    for (uint32_t i = first; i < first + n; i++) {
        if (may_fail)
            kernel_alloc_budget = rng(20) ? UINT64_MAX : rng(8);
        work(i % NAMES);
        kernel_alloc_budget = UINT64_MAX;
        if (rng(40) == 0)
            name_index_reclaim();
        if (rng(60) == 0)
            listing_goes_on();
    }
}

/* ---- comparing ---- */

/* Lists it all, and counts the blocks that the names are in. */
static void compare(bool exact)
{
    uint32_t n = 0, blocks = 0, last = 0;
    off_t pos = 2;
    struct dirent entry;
    while (directory_list(dir, io_kernel(&entry), sizeof(entry), &pos) > 0) {
        uint32_t block = 1 + (uint32_t)(pos - 3) / FS_NAMES_PER_BLOCK;
        blocks += block != last;
        last = block;
        CHECK(there[number_of(entry.d_name)], "%s is there", entry.d_name);
        n++;
    }
    for (uint32_t i = 0; i < NAMES; i++)
        n -= there[i];
    CHECK(n == 0, "%u names too many", n);
    sim_fsck("after a round");
    if (!exact)
        return;
    blocks += dir->disk->indirect != 0; /* which stays once it was needed */
    CHECK(dir->disk->nblocks == blocks, "%u blocks, not %u", dir->disk->nblocks, blocks);
    CHECK((dir->disk->size + BLOCK_SIZE - 1) / BLOCK_SIZE == last, "%lu bytes", dir->disk->size);
}

static void note_index(void)
{
    struct name_index *index = name_index_take(dir->ino);
    if (!index)
        return;
    indexed++;
    name_index_give(index);
}

static void fill_disk(unsigned left)
{
    static uint8_t block[BLOCK_SIZE];
    struct inode *filler;
    CHECK(path_open(NULL, "/filler", O_CREAT | O_TRUNC | O_RDWR, 0600, &filler) == 0, "filler");
    off_t end, size = 0;
    while (contents_append(filler, io_kernel(block), sizeof(block), &end) > 0)
        size = end;
    CHECK(contents_truncate(filler, size - (off_t)left * BLOCK_SIZE) == 0, "filler");
    inode_put(filler);
}

static void test_changes(uint64_t rounds, bool memory, bool full)
{
    struct sim *sim = sim_create(400, 0);
    CHECK(sim_mount(sim, 128) == 0, "mount");
    struct inode *file;
    CHECK(path_open(NULL, "/file", O_CREAT | O_RDWR, 0644, &file) == 0, "file");
    inode_put(file);
    CHECK(path_mkdir(NULL, "/dir", 0755) == 0 && path_lookup(NULL, "/dir", true, &dir) == 0, "dir");
    if (full)
        fill_disk(35);
    listing_begin();
    for (uint64_t i = 0; i < rounds; i++) {
        may_fail = memory && rng(2);
        change(i / 40 % 2 == 0);
        may_fail = false;
        look(rng(NAMES));
        note_index();
        if (i % 8 == 0)
            compare(!memory);
        CHECK(rng(40) > 0 || fs_sync() == 0, "sync");
    }
    CHECK(indexed > rounds / 4, "there was no index");
    CHECK((failed > 0) == (memory || full), "%u failures", failed);
    for (uint32_t i = 0; i < NAMES; i++)
        if (there[i])
            drop(i);
    compare(!memory);
    CHECK(!name_index_take(dir->ino) || memory, "an empty directory has an index");
    ino_t ino = dir->ino;
    inode_put(dir);
    CHECK(tree_rmdir(NULL, "/dir") == 0, "rmdir");
    CHECK(!name_index_take(ino), "a directory that is gone has an index");
    sim_fsck("at the end");
    sim_destroy(sim);
}

/* ---- an index alone ---- */

static struct fs_name key_of(uint32_t i)
{
    struct fs_name key = {1, ""};
    snprintf(key.name, sizeof(key.name), "%08x%08x", i * 2654435761u, i * 40503 % 65521);
    return key;
}

static bool has(const struct name_index *index, uint32_t i)
{
    struct fs_name key = key_of(i);
    struct name_search search = name_index_begin(index, &key);
    uint32_t number;
    while (name_index_next(index, &search, &number))
        if (number == i)
            return true;
    return false;
}

/* Finds pairs of names with the same hash.  Another index has others. */
static void test_same_hash(void)
{
    enum { PLACES = 1 << 20, PAIRS = 8 };
    uint32_t *place = host_alloc(PLACES * sizeof(*place)), pairs[PAIRS][2];
    struct name_index *index = name_index_create(1, 1000), *other = name_index_create(2, 1000);
    unsigned n = 0, same = 0;
    for (uint32_t i = 1; n < PAIRS; i++) {
        struct fs_name key = key_of(i);
        uint32_t hash = name_index_begin(index, &key).hash, *p = &place[hash % PLACES];
        struct fs_name before = key_of(*p);
        if (*p != 0 && name_index_begin(index, &before).hash == hash) {
            pairs[n][0] = *p;
            pairs[n++][1] = i;
            same += name_index_begin(other, &before).hash == name_index_begin(other, &key).hash;
        }
        *p = i;
    }
    CHECK(same == 0, "%u of the pairs are known before there is an index", same);
    for (unsigned i = 0; i < PAIRS; i++)
        for (unsigned k = 0; k < 2; k++) {
            struct fs_name key = key_of(pairs[i][k]);
            CHECK(name_index_add(index, &key, pairs[i][k]), "add");
        }
    for (unsigned i = 0; i < PAIRS; i++) {
        uint32_t goes = pairs[i][i % 2], stays = pairs[i][(i + 1) % 2];
        struct fs_name key = key_of(goes);
        CHECK(has(index, goes) && has(index, stays), "pair %u", i);
        name_index_remove(index, &key, goes);
        CHECK(!has(index, goes) && has(index, stays), "pair %u", i);
    }
    name_index_drop(index);
    name_index_drop(other);
    host_free(place);
}

/* Of names that count up, whatever the factors are, a search passes few cells: 1.5 on average where
 * three quarters are in use and each name has a place at random. */
static void test_spread(void)
{
    enum { COUNTED = 12288, CELLS = 16384, INDEXES = 200 };
    struct fs_name *keys = host_alloc(COUNTED * sizeof(*keys));
    for (uint32_t i = 0; i < COUNTED; i++)
        snprintf(keys[i].name, sizeof(keys[i].name), "%u", i);
    for (uint32_t made = 0; made < INDEXES; made++) {
        struct name_index *index = name_index_create(1, COUNTED);
        bool in_use[CELLS] = {false};
        uint64_t passed = 0;
        for (uint32_t i = 0; i < COUNTED; i++) {
            uint32_t at = name_index_begin(index, &keys[i]).hash % CELLS;
            for (; in_use[at]; at = (at + 1) % CELLS)
                passed++;
            in_use[at] = true;
        }
        CHECK(passed < 2 * COUNTED, "%u names pass %lu cells in index %u", COUNTED, passed, made);
        name_index_drop(index);
    }
    host_free(keys);
}

/* Up to so many names that the index is full; then half of them go. */
static void test_index(void)
{
    enum { MADE_FOR = 600000, ROOM = 3 << 18 }; /* with pages of pointers */
    struct name_index *index = name_index_create(1, MADE_FOR);
    uint32_t n = 0;
    struct fs_name key;
    while (key = key_of(n), name_index_add(index, &key, n))
        n++;
    CHECK(n == ROOM, "an index of %u names", n);
    for (uint32_t i = 0; i < n; i += 2) {
        key = key_of(i);
        name_index_remove(index, &key, i);
    }
    for (uint32_t i = 0; i < n + 100; i++) {
        bool stays = i < n && i % 2;
        CHECK(has(index, i) == stays, "name %u", i);
    }
    CHECK(name_index_room(index) == 0, "room");
    for (uint32_t block = 0; block < NAME_INDEX_BLOCKS; block++) {
        name_index_set_full(index, block, true);
        CHECK(name_index_room(index) == block + 1, "room at %u", name_index_room(index));
    }
    name_index_set_full(index, NAME_INDEX_BLOCKS, true);
    name_index_set_full(index, 700, false);
    CHECK(name_index_room(index) == 700, "room at %u", name_index_room(index));
    name_index_drop(index);
}

/* Each index that is full makes way for a larger one. */
static void test_many_names(void)
{
    enum { MANY = 200000 };
    struct sim *sim = sim_create(4000, 0);
    CHECK(sim_mount(sim, 3600) == 0, "mount");
    CHECK(path_mkdir(NULL, "/dir", 0755) == 0 && path_lookup(NULL, "/dir", true, &dir) == 0, "dir");
    struct inode *inode;
    CHECK(path_open(dir, "file", O_CREAT | O_RDWR, 0644, &inode) == 0, "file");
    inode_put(inode);
    for (uint32_t i = 1; i < MANY; i++)
        CHECK(link_path(dir, "file", key_of(i).name) == 0, "link");
    CHECK(path_lookup(dir, "none", true, &inode) == -ENOENT, "none");
    unsigned had = indexed;
    note_index();
    CHECK(indexed > had, "a directory of %u names has no index", MANY);
    inode_put(dir);
    sim_destroy(sim);
}

/* ---- a block without room ---- */

/* A block that there is no room for leaves no more than blocks of pointers, which go with the
 * directory. */
static void test_no_room(void)
{
    struct sim *sim = sim_create(400, 0);
    CHECK(sim_mount(sim, 128) == 0, "mount");
    for (unsigned i = 0; i < 6; i++) {
        uint32_t left = i % 3, needs = 2 + i / 3,
                 index = needs == 2 ? FS_DIRECT : FS_DIRECT + FS_PTRS;
        fill_disk(left);
        int64_t had = block_map_count_used();
        CHECK(path_mkdir(NULL, "/dir", 0755) == 0, "mkdir");
        CHECK(path_lookup(NULL, "/dir", true, &dir) == 0, "dir");
        inode_lock(dir);
        CHECK(log_begin() == 0, "begin");
        struct buffer *b;
        CHECK(block_map_write(dir, index, false, &b) == (left < needs ? -ENOSPC : 1), "%u of %u",
              left, needs);
        if (left >= needs)
            cache_put(b);
        uint32_t blocks = left < needs ? left : needs;
        CHECK(dir->disk->nblocks == blocks, "%u blocks, not %u", dir->disk->nblocks, blocks);
        log_end();
        inode_unlock(dir);
        if (left < needs)
            sim_fsck("without room");
        inode_put(dir);
        CHECK(tree_rmdir(NULL, "/dir") == 0, "rmdir");
        CHECK(block_map_count_used() == had, "%ld blocks, %ld before", block_map_count_used(), had);
    }
    sim_destroy(sim);
}

/* ---- a size that lies ---- */

static void ignore(const char *text)
{
    (void)text;
}

/* Each search through a million holes, one by one, would take as long as all the rest. */
static void test_lying_size(bool pointers)
{
    struct sim *sim = sim_create(400, 0);
    CHECK(sim_mount(sim, 128) == 0, "mount");
    CHECK(path_mkdir(NULL, "/dir", 0755) == 0 && path_mkdir(NULL, "/dir/a", 0755) == 0, "mkdir");
    CHECK(path_lookup(NULL, "/dir", true, &dir) == 0, "lookup");
    if (pointers) { /* blocks of pointers, empty ones */
        dir->disk->double_indirect = 300;
        sim_store(sim, 300, (uint32_t[FS_PTRS]){301});
    }
    dir->disk->size = FS_FILE_MAX / sizeof(struct fs_name) * sizeof(struct fs_name);
    CHECK(check_all(ignore).problems > 0, "fsck sees nothing");
    for (unsigned i = 0; i < 3000; i++) {
        struct inode *inode;
        CHECK(path_lookup(dir, "none", true, &inode) == -ENOENT, "lookup");
        off_t pos = 3;
        struct dirent entry = {0};
        CHECK(directory_list(dir, io_kernel(&entry), sizeof(entry), &pos) == 0, "list");
        CHECK(tree_rmdir(NULL, "/dir") == -ENOTEMPTY, "rmdir");
        CHECK(path_mkdir(dir, "b", 0755) == 0 && tree_rmdir(dir, "b") == 0, "mkdir");
    }
    inode_put(dir);
    sim_destroy(sim);
}

int main(int argc, char **argv)
{
    host_tool = "fs_names";
    uint64_t seed, rounds;
    char *end;
    CHECK(argc >= 3 && host_number(argv[1], &end, &seed) && host_number(argv[2], &end, &rounds),
          "usage");
    rng_seed(seed);
    kernel_quiet = true;
    make_names();
    test_changes(rounds, argc > 3 && argv[3][0] == 'm', argc > 3 && argv[3][0] == 'f');
    test_index();
    test_same_hash();
    test_spread();
    test_many_names();
    test_no_room();
    test_lying_size(false);
    test_lying_size(true);
    return 0;
}
