/*
 * Checking a file system.
 *
 * Three passes.  The first checks every inode of the table by itself and claims the blocks that it
 * points to, so that a block with two owners is found.  The second goes through the directories
 * from the root down and counts the names of every inode.  The third compares the names with the
 * link counts, the claimed blocks with the block bitmap, and the inodes with the inode bitmap.
 *
 * It has its own code to follow pointers, instead of the kernel's block_map.c, so that it finds
 * that file's errors.
 */
#include "mkfs/check.h"
#include "core/print.h"
#include "core/round.h"
#include "core/string.h"
#include "fs/cache.h"
#include "fs/directory.h"
#include "fs/super.h"
#include "mkfs/host.h"
#include <abi/errno.h>
#include <abi/stat.h>

static struct check result;
static void (*say)(const char *text);
static const struct fs_super *super;
static uint32_t *owner;  /* by block: the inode that it belongs to */
static uint32_t *names;  /* by inode: how many entries name it */
static uint32_t *parent; /* by inode: the directory in which it was found */
static struct fs_inode *inodes;
static bool *listed;            /* by block: it was read as a directory's */
static uint32_t *queue, queued; /* directories found, each once */

__attribute__((format(printf, 1, 2))) static void problem(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char text[240];
    print_into_va(text, sizeof(text), format, args);
    va_end(args);
    say(text);
    result.problems++;
}

/* Copies the block; if it cannot be read, reports a problem and zeroes the data. */
static void read_block(uint32_t block, void *data)
{
    struct buffer *b;
    if (cache_read(block, &b) != 0) {
        memset(data, 0, FS_BLOCK_SIZE);
        problem("block %u cannot be read", block);
        return;
    }
    memcpy(data, b->data, FS_BLOCK_SIZE);
    cache_put(b);
}

static bool bit_at(uint32_t start, uint32_t bit)
{
    static uint8_t bits[FS_BLOCK_SIZE];
    static uint32_t held; /* the block that is in bits */
    uint32_t block = start + bit / (FS_BLOCK_SIZE * 8);
    if (held != block)
        read_block(block, bits);
    held = block;
    bit %= FS_BLOCK_SIZE * 8;
    return bits[bit / 8] >> bit % 8 & 1;
}

static bool is_data(uint32_t block)
{
    return block >= super->data_start && block < super->nblocks;
}

/* ---- blocks of an inode ---- */

/* Claims the block and all that it points to; `index` is the first block of the file that it maps.
 * Returns the number of blocks. */
static uint32_t claim(uint32_t ino, uint32_t block, unsigned level, uint64_t index)
{
    uint32_t n = 1;
    uint64_t span = level == 2 ? FS_PTRS : 1;
    uint64_t end = div_round_up(inodes[ino].size, FS_BLOCK_SIZE);

    if (block == 0)
        return 0;
    if (!is_data(block)) {
        problem("inode %u points to block %u, which is not a data block", ino, block);
        return 0;
    }
    if (owner[block] != 0) {
        problem("block %u belongs to inode %u and to inode %u", block, owner[block], ino);
        return 0;
    }
    owner[block] = ino;
    result.blocks++;
    if (level == 0 && index >= end)
        problem("inode %u has block %u mapped beyond its end", ino, block);
    if (level == 0)
        return 1;
    uint32_t pointers[FS_PTRS];
    read_block(block, pointers);
    for (uint32_t i = 0; i < FS_PTRS; i++)
        n += claim(ino, pointers[i], level - 1, index + i * span);
    return n;
}

static void claim_all(uint32_t ino)
{
    const struct fs_inode *in = &inodes[ino];
    uint32_t n = 0;
    for (uint32_t i = 0; i < FS_DIRECT; i++)
        n += claim(ino, in->direct[i], 0, i);
    n += claim(ino, in->indirect, 1, FS_DIRECT);
    n += claim(ino, in->double_indirect, 2, FS_DIRECT + FS_PTRS);
    if (n != in->nblocks)
        problem("inode %u has %u blocks and says %u", ino, n, in->nblocks);
}

static void check_inode(uint32_t ino)
{
    const struct fs_inode *in = &inodes[ino];
    uint32_t kind = in->mode & S_IFMT;
    uint64_t most = kind == S_IFREG || kind == S_IFDIR ? FS_FILE_MAX
                    : kind == S_IFLNK                  ? PATH_MAX - 1
                                                       : 0;
    if (kind != S_IFREG && kind != S_IFDIR && kind != S_IFLNK && kind != S_IFCHR && kind != S_IFIFO)
        problem("inode %u has mode 0x%x, which is not a file type", ino, in->mode);
    if (in->mode & ~(S_IFMT | 0777u))
        problem("inode %u has mode 0x%x, with undefined bits", ino, in->mode);
    if (in->size > most || (kind == S_IFLNK && in->size == 0 && in->nlink > 0) ||
        (kind == S_IFDIR && in->size % sizeof(struct fs_name) != 0))
        problem("inode %u has an impossible size of %lu bytes", ino, in->size);
    if (kind == S_IFDIR && in->nlink > 1)
        problem("directory %u says that it has %u links", ino, in->nlink);
    claim_all(ino);
    if (in->nlink == 0)
        result.orphans++;
    else if (kind == S_IFDIR)
        result.folders++;
    else if (kind == S_IFREG)
        result.files++;
    else
        result.others++;
}

/* ---- directories ---- */

static bool name_is_good(const struct fs_name *entry)
{
    if (!directory_name_is_good(entry))
        return false;
    size_t length = strlen(entry->name);
    while (length < sizeof(entry->name) && entry->name[length] == '\0')
        length++;
    return length == sizeof(entry->name);
}

static void check_entry(uint32_t dir, const struct fs_name *entry)
{
    uint32_t ino = entry->ino;
    if (!name_is_good(entry))
        problem("directory %u has an entry with an impossible name (inode %u)", dir, ino);
    if (ino >= super->ninodes || inodes[ino].mode == 0) {
        problem("directory %u: \"%.59s\" names inode %u, which is free", dir, entry->name, ino);
        return;
    }
    names[ino]++;
    if (!S_ISDIR(inodes[ino].mode))
        return;
    if (parent[ino] != 0)
        problem("directory %u is in directory %u and in directory %u", ino, parent[ino], dir);
    else
        queue[queued++] = ino;
    parent[ino] = dir;
    if (inodes[ino].aux != dir)
        problem("directory %u is in directory %u and says that it is in %u", ino, dir,
                inodes[ino].aux);
}

/* Finds duplicate names: `seen` is a hash table, with open addressing, of the names so far. */
static bool is_new(uint64_t *seen, uint64_t mask, const struct fs_name *entry)
{
    uint64_t key[8];
    memcpy(key, entry, sizeof(key));
    key[0] >>= 32; /* without the inode number */
    uint64_t hash = fs_checksum(1, key, sizeof(key)) | 1;
    for (uint64_t at = hash >> 7;; at++) {
        uint64_t *place = &seen[at & mask];
        if (*place == hash)
            return false;
        if (*place == 0) {
            *place = hash;
            return true;
        }
    }
}

/* The directory that is being checked, and of it: */
struct listing {
    uint32_t ino;
    uint64_t nentries; /* by its size */
    uint64_t end;      /* one more than its last block that is not a hole */
    uint64_t *seen;    /* see is_new() */
    uint64_t seen_mask;
};

static void check_entries(struct listing *l, uint32_t block, uint64_t index)
{
    uint64_t first = index * FS_NAMES_PER_BLOCK;
    l->end = index + 1;
    struct fs_name entries[FS_NAMES_PER_BLOCK];
    read_block(block, entries);
    for (uint64_t i = 0; i < FS_NAMES_PER_BLOCK && first + i < l->nentries; i++) {
        if (entries[i].ino == 0)
            continue;
        check_entry(l->ino, &entries[i]);
        if (!is_new(l->seen, l->seen_mask, &entries[i]))
            problem("directory %u has the name \"%.59s\" twice", l->ino, entries[i].name);
    }
}

/* Checks the entries in the blocks that the pointer leads to, through `level` blocks of pointers.
 * Bad pointers, and a block that was there before, have been reported. */
static void list_blocks(struct listing *l, uint32_t block, unsigned level, uint64_t index)
{
    if (!is_data(block) || listed[block] || index * FS_NAMES_PER_BLOCK >= l->nentries)
        return;
    listed[block] = true;
    if (level == 0) {
        check_entries(l, block, index);
        return;
    }
    uint32_t pointers[FS_PTRS];
    read_block(block, pointers);
    for (uint32_t i = 0; i < FS_PTRS; i++)
        list_blocks(l, pointers[i], level - 1, index + i * (level == 2 ? FS_PTRS : 1));
}

static void check_directory(uint32_t dir)
{
    const struct fs_inode *in = &inodes[dir];
    struct listing l = {.ino = dir};
    l.nentries = in->size <= FS_FILE_MAX ? in->size / sizeof(struct fs_name) : 0;
    uint64_t most = (uint64_t)super->nblocks * FS_NAMES_PER_BLOCK, places = 64;
    while (places < 2 * (l.nentries < most ? l.nentries : most))
        places *= 2;
    l.seen = host_alloc(places * sizeof(*l.seen));
    l.seen_mask = places - 1;
    for (uint32_t i = 0; i < FS_DIRECT; i++)
        list_blocks(&l, in->direct[i], 0, i);
    list_blocks(&l, in->indirect, 1, FS_DIRECT);
    list_blocks(&l, in->double_indirect, 2, FS_DIRECT + FS_PTRS);
    if (l.end != div_round_up(l.nentries, FS_NAMES_PER_BLOCK))
        problem("directory %u says that it has %lu bytes and ends after %lu", dir, in->size,
                l.end * FS_BLOCK_SIZE);
    host_free(l.seen);
}

static void check_directories(void)
{
    if (!S_ISDIR(inodes[FS_ROOT_INO].mode) || inodes[FS_ROOT_INO].nlink != 1) {
        problem("the root, inode %u, is not a directory", FS_ROOT_INO);
        return;
    }
    if (inodes[FS_ROOT_INO].aux != FS_ROOT_INO)
        problem("the root says that it is in directory %u", inodes[FS_ROOT_INO].aux);
    names[FS_ROOT_INO] = 1;
    parent[FS_ROOT_INO] = FS_ROOT_INO;

    queue = host_alloc(super->ninodes * sizeof(*queue));
    queue[0] = FS_ROOT_INO;
    queued = 1;
    for (uint32_t i = 0; i < queued; i++)
        check_directory(queue[i]);
    host_free(queue);
}

/* ---- comparing ---- */

static void check_bitmaps(void)
{
    for (uint32_t ino = 0; ino < super->ninodes; ino++) {
        bool used = ino == 0 || inodes[ino].mode != 0;
        if (bit_at(super->imap_start, ino) != used)
            problem("inode %u is %s and marked as %s", ino, used ? "in use" : "free",
                    used ? "free" : "in use");
    }
    for (uint32_t block = 0; block < super->nblocks; block++) {
        bool used = block < super->data_start || owner[block] != 0;
        if (bit_at(super->bmap_start, block) == used)
            continue;
        if (used && block >= super->data_start)
            problem("block %u is used by inode %u and marked as free", block, owner[block]);
        else
            problem("block %u is %s and marked as %s", block, used ? "in use" : "free",
                    used ? "free" : "in use");
    }
}

static void check_links(void)
{
    for (uint32_t ino = 1; ino < super->ninodes; ino++) {
        if (inodes[ino].mode == 0 || inodes[ino].nlink == names[ino])
            continue;
        if (names[ino] == 0)
            problem("inode %u is in no directory and says that it has %u links", ino,
                    inodes[ino].nlink);
        else
            problem("inode %u has %u names and says %u", ino, names[ino], inodes[ino].nlink);
    }
    if (result.orphans != super->orphans)
        problem("there are %u files without a name and the superblock says %u", result.orphans,
                super->orphans);
}

struct check check_all(void (*report)(const char *text))
{
    say = report;
    super = super_geometry();
    result = (struct check){0};
    owner = host_alloc(super->nblocks * sizeof(*owner));
    names = host_alloc(super->ninodes * sizeof(*names));
    parent = host_alloc(super->ninodes * sizeof(*parent));
    listed = host_alloc(super->nblocks * sizeof(*listed));
    inodes = host_alloc(((uint64_t)super->ninodes + FS_INODES_PER_BLOCK) * sizeof(*inodes));
    for (uint32_t ino = 0; ino < super->ninodes; ino += FS_INODES_PER_BLOCK)
        read_block(super->itable_start + ino / FS_INODES_PER_BLOCK, &inodes[ino]);
    for (uint32_t ino = 1; ino < super->ninodes; ino++)
        if (inodes[ino].mode != 0)
            check_inode(ino);
    check_directories();
    check_links();
    check_bitmaps();
    host_free(owner);
    host_free(names);
    host_free(parent);
    host_free(listed);
    host_free(inodes);
    return result;
}
