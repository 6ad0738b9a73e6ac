/*
 * Inodes in memory: finding, creating and freeing them, and their attributes.  Where the contents
 * are on the disk: block_map.c; reading and writing them: contents.c.
 *
 * struct inode is only a handle: the inode itself stays inside the buffer of its block of the inode
 * table, to which the handle holds a reference.  So changing an inode is changing a buffer, and no
 * copy can be out of date.
 *
 * Lifetime.  inode_create() allocates a bit of the bitmap and fills in the inode, in the operation
 * that also makes its first name.  The operation that removes the last name makes the inode an
 * orphan: nlink is 0, and it is counted in the superblock.  Dropping the last reference, at once or
 * when the file is closed, frees its blocks and its bit, in as many operations as that takes.  If
 * there is no memory for that, the handle waits with its reference for the flusher or a sync.  If
 * the machine stops before that, the next mount sees the count in the superblock, looks for the
 * orphans, and frees them.
 *
 * Handles are found by number in a hash table, and there is at most one for an inode.  To make one,
 * load() reads the disk without the lock and then searches the table again before it adds the new
 * handle: another thread may have been faster.
 */
#include "fs/inode.h"
#include "core/panic.h"
#include "core/print.h"
#include "debug/kmem_tag.h"
#include "debug/log.h"
#include "fs/bitmap.h"
#include "fs/block_map.h"
#include "fs/log.h"
#include "fs/name_cache.h"
#include "fs/super.h"
#include "mm/kmem.h"
#include "sched/clock.h"
#include <abi/errno.h>

#define CHAINS       256
#define READ_TIME_NS (24 * 3600 * NS_PER_SEC) /* how old the noted time of a read may be */

static struct spinlock table_lock = SPINLOCK_INIT("inodes");
static struct list chains[CHAINS];
static size_t ninodes;     /* [t] in the chains */
static struct inode *late; /* [t] orphans that wait for memory, with the last reference each */
static struct bitmap used_inodes;

static struct list *chain_of(ino_t ino)
{
    return &chains[ino % CHAINS];
}

/* Under table_lock.  The handle, with a reference taken; NULL if there is none. */
static struct inode *find(ino_t ino)
{
    assert(spin_held(&table_lock));
    LIST_FOREACH (inode, chain_of(ino), struct inode, link) {
        if (inode->ino == ino) {
            inode->users++;
            return inode;
        }
    }
    return NULL;
}

/* Under table_lock, which it releases: drops a reference, without freeing an orphan. */
static void put_locked(struct inode *inode)
{
    assert(inode->users > 0);
    bool last = --inode->users == 0;
    if (last && !list_empty(&inode->link)) {
        list_remove(&inode->link);
        ninodes--;
    }
    spin_unlock(&table_lock);
    if (last) {
        cache_put(inode->buffer);
        kmem_free(inode);
    }
}

static int check_named(ino_t ino, const struct fs_inode *disk)
{
    uint32_t kind = disk->mode & S_IFMT;
    uint64_t size = disk->size;
    bool good = kind == S_IFDIR   ? disk->nlink == 1 && size % sizeof(struct fs_name) == 0
                : kind == S_IFLNK ? size > 0 && size < PATH_MAX
                : kind == S_IFCHR || kind == S_IFIFO ? size == 0
                                                     : kind == S_IFREG;
    if (ino == FS_ROOT_INO && kind != S_IFDIR)
        good = false;
    if (good && disk->nlink > 0 && size <= FS_FILE_MAX)
        return 0;
    return super_corrupt(
        "inode %u has a name but is not a valid file (mode 0x%x, %u links, %lu bytes)", ino,
        disk->mode, disk->nlink, size);
}

/* A handle with one reference, not in the table yet. */
static int create_handle(ino_t ino, struct inode **out)
{
    struct inode *inode = kmem_alloc_zeroed(sizeof(*inode));
    if (!inode)
        return -ENOMEM;
    uint32_t block = super_geometry()->itable_start + ino / FS_INODES_PER_BLOCK;
    int error = cache_read(block, &inode->buffer);
    if (error) {
        kmem_free(inode);
        return error;
    }
    inode->ino = ino;
    inode->users = 1;
    inode->disk = (struct fs_inode *)inode->buffer->data + ino % FS_INODES_PER_BLOCK;
    list_init(&inode->link);
    mutex_init(&inode->mutex, "inode");
    *out = inode;
    return 0;
}

/* Takes a reference to the handle of the inode.  If the inode is named, a new handle is checked for
 * consistency; otherwise it may be free. */
static int load(ino_t ino, bool named, struct inode **out)
{
    *out = NULL;
    if (ino == 0 || ino >= super_geometry()->ninodes)
        return super_corrupt("there is no inode %u", ino);
    spin_lock(&table_lock);
    *out = find(ino);
    spin_unlock(&table_lock);
    if (*out)
        return 0;

    struct inode *inode;
    int error = create_handle(ino, &inode);
    if (error)
        return error;
    spin_lock(&table_lock);
    *out = find(ino);
    /* While there is no handle the inode does not change. */
    if (!*out && named)
        error = check_named(ino, inode->disk);
    if (*out || error) {
        put_locked(inode);
        return error;
    }
    list_push_front(chain_of(ino), &inode->link);
    ninodes++;
    spin_unlock(&table_lock);
    *out = inode;
    return 0;
}

int inode_get(ino_t ino, struct inode **out)
{
    return load(ino, true, out);
}

/* The directory was checked before its name became known.  If no name was removed since, it still
 * has that name: a thread that removes one counts that first.  Otherwise it may be free by now. */
int inode_get_known(ino_t ino, uint32_t removals, struct inode **out)
{
    int error = load(ino, false, out);
    if (error || (name_cache_removals() == removals && inode_kind(*out) == S_IFDIR))
        return error;
    inode_put(*out);
    *out = NULL;
    return -EAGAIN;
}

int inode_root(struct inode **out)
{
    return inode_get(FS_ROOT_INO, out);
}

struct inode *inode_hold(struct inode *inode)
{
    kmem_tag_check(inode);
    spin_lock(&table_lock);
    assert(inode->users > 0);
    inode->users++;
    spin_unlock(&table_lock);
    return inode;
}

size_t inode_count(void)
{
    return ninodes;
}

int64_t inode_count_used(void)
{
    int64_t n = bitmap_count(&used_inodes);
    return n < 0 ? n : n + 1; /* the root has no bit */
}

/* ---- creating and freeing ---- */

int inode_create(mode_t mode, uint32_t aux, struct inode **out)
{
    int64_t ino = bitmap_alloc(&used_inodes);
    *out = NULL;
    if (ino < 0)
        return ino;
    int error = load(ino, false, out);
    if (error == 0 && (*out)->disk->mode != 0) {
        spin_lock(&table_lock);
        put_locked(*out);
        *out = NULL;
        return super_corrupt("inode %ld is in use and the bitmap said that it is free", ino);
    }
    if (error) {
        bitmap_free(&used_inodes, ino, 1);
        return error;
    }
    *(*out)->disk =
        (struct fs_inode){.mode = mode, .nlink = 1, .aux = aux, .mtime_ns = clock_realtime_ns()};
    log_dirty((*out)->buffer);
    return 0;
}

/* In operation.  Another thread can allocate the inode as soon as its bit is clear, so the inode
 * itself is cleared first. */
static int free_inode(struct inode *inode)
{
    struct fs_inode old = *inode->disk;
    *inode->disk = (struct fs_inode){0};
    log_dirty(inode->buffer);
    int error = bitmap_free(&used_inodes, inode->ino, 1);
    if (error)
        *inode->disk = old;
    return error;
}

void inode_undo_create(struct inode *inode)
{
    block_map_cut(inode, 0);
    free_inode(inode);
}

void inode_unlinked(struct inode *inode)
{
    if (inode->disk->nlink > 0 && --inode->disk->nlink == 0)
        super_count_orphan(1);
    inode_changed(inode, false);
}

/* Frees an orphan's blocks and the inode itself. */
static int free_orphan(struct inode *inode)
{
    int result = 1;
    while (result > 0) {
        result = log_begin();
        if (result)
            return result;
        result = block_map_cut(inode, 0);
        if (result == 0)
            result = free_inode(inode);
        if (result == 0)
            super_count_orphan(-1);
        log_end();
    }
    return result;
}

void inode_put(struct inode *inode)
{
    int error = 0;
    if (!inode)
        return;
    kmem_tag_check(inode);
    debug_log_outside(__func__);
    spin_lock(&table_lock);
    /* This is the last reference to an inode without names, so no other thread can find it.  But
     * once it is freed, others may create a file with its number, hold this handle, and unlink it
     * again before this thread takes the lock again: so this is a loop. */
    while (error == 0 && inode->users == 1 && inode->disk->nlink == 0 && inode->disk->mode != 0) {
        spin_unlock(&table_lock);
        inode_lock(inode);
        error = free_orphan(inode);
        inode_unlock(inode);
        if (error && error != -ENOMEM)
            print("fs: inode %u cannot be freed (error %d): the next mount tries again\n",
                  inode->ino, -error);
        spin_lock(&table_lock);
    }
    if (error == -ENOMEM) {
        inode->late = late;
        late = inode;
        spin_unlock(&table_lock);
        return;
    }
    put_locked(inode);
}

void inode_free_late(void)
{
    spin_lock(&table_lock);
    struct inode *inode = late;
    late = NULL;
    spin_unlock(&table_lock);
    while (inode) {
        struct inode *next = inode->late;
        inode_put(inode);
        inode = next;
    }
}

/* ---- mount ---- */

void inode_init(void)
{
    const struct fs_super *super = super_geometry();
    for (unsigned i = 0; i < CHAINS; i++)
        list_init(&chains[i]);
    ninodes = 0;
    late = NULL;
    bitmap_init(&used_inodes, "inode", super->imap_start, FS_ROOT_INO + 1, super->ninodes);
}

int inode_free_orphans(void)
{
    const struct fs_super *super = super_geometry();
    for (ino_t ino = FS_ROOT_INO + 1; super->orphans > 0 && ino < super->ninodes; ino++) {
        struct inode *inode;
        int error = load(ino, false, &inode);
        if (error == -EIO) /* if it is an orphan it stays one: no reason to refuse all the others */
            continue;
        if (error)
            return error;
        inode_put(inode); /* frees it if it is an orphan */
    }
    if (super->orphans > 0)
        print("fs: what had no name any more stays until the disk can be read and written: %u\n",
              super->orphans);
    return 0;
}

/* ---- attributes ---- */

void inode_lock(struct inode *inode)
{
    kmem_tag_check(inode);
    mutex_lock(&inode->mutex);
}

void inode_unlock(struct inode *inode)
{
    mutex_unlock(&inode->mutex);
}

void inode_changed(struct inode *inode, bool touched)
{
    assert(mutex_held(&inode->mutex));
    if (touched) {
        inode->disk->mtime_ns = clock_realtime_ns();
        __atomic_store_n(&inode->read_noted, false, __ATOMIC_RELAXED);
    }
    log_dirty(inode->buffer);
}

mode_t inode_kind(const struct inode *inode)
{
    return __atomic_load_n(&inode->disk->mode, __ATOMIC_RELAXED) & S_IFMT;
}

dev_t inode_device(const struct inode *inode)
{
    return inode->disk->aux;
}

static bool has_read_time(const struct fs_inode *disk)
{
    return S_ISREG(disk->mode) || S_ISLNK(disk->mode) || S_ISFIFO(disk->mode);
}

void inode_stat(struct inode *inode, struct stat *st)
{
    inode_lock(inode);
    const struct fs_inode *disk = inode->disk;
    struct timespec when = {disk->mtime_ns / NS_PER_SEC, disk->mtime_ns % NS_PER_SEC};
    bool was_read = has_read_time(disk) && disk->aux != 0 && disk->aux != when.tv_sec;
    *st = (struct stat){
        .st_dev = 1,
        .st_ino = inode->ino,
        .st_mode = disk->mode,
        .st_nlink = disk->nlink,
        .st_rdev = S_ISCHR(disk->mode) ? disk->aux : 0,
        .st_size = disk->size,
        .st_blksize = FS_BLOCK_SIZE,
        .st_blocks = (blkcnt_t)disk->nblocks * (FS_BLOCK_SIZE / 512),
        .st_atim = was_read ? (struct timespec){.tv_sec = disk->aux} : when,
        .st_mtim = when,
        .st_ctim = when,
    };
    inode_unlock(inode);
}

int inode_chmod(struct inode *inode, mode_t mode)
{
    inode_lock(inode);
    int error = log_begin();
    if (error == 0) {
        /* Atomic, because inode_kind() reads it without the lock. */
        __atomic_store_n(&inode->disk->mode, inode_kind(inode) | (mode & 0777), __ATOMIC_RELAXED);
        inode_changed(inode, false);
        log_end();
    }
    inode_unlock(inode);
    return error;
}

/* Locked. */
static int set_times(struct inode *inode, uint64_t atime_ns, uint64_t mtime_ns)
{
    struct fs_inode *disk = inode->disk;
    int error = log_begin();
    if (error)
        return error;
    if (mtime_ns != INODE_TIME_STAYS)
        disk->mtime_ns = mtime_ns;
    if (atime_ns != INODE_TIME_STAYS && has_read_time(disk))
        disk->aux = atime_ns / NS_PER_SEC < UINT32_MAX ? atime_ns / NS_PER_SEC : UINT32_MAX;
    inode_changed(inode, false);
    log_end();
    return 0;
}

int inode_set_times(struct inode *inode, uint64_t atime_ns, uint64_t mtime_ns)
{
    inode_lock(inode);
    int error = set_times(inode, atime_ns, mtime_ns);
    inode_unlock(inode);
    return error;
}

void inode_was_read(struct inode *inode)
{
    if (__atomic_load_n(&inode->read_noted, __ATOMIC_RELAXED) || !has_read_time(inode->disk))
        return;
    uint64_t now_ns = clock_realtime_ns();
    inode_lock(inode);
    uint64_t atime_ns = inode->disk->aux * NS_PER_SEC;
    if (atime_ns <= inode->disk->mtime_ns || now_ns - atime_ns > READ_TIME_NS)
        set_times(inode, now_ns, INODE_TIME_STAYS); /* an error leaves the old time */
    __atomic_store_n(&inode->read_noted, true, __ATOMIC_RELAXED);
    inode_unlock(inode);
}
