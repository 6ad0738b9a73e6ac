/* Mounting: checks the superblock and initialises the layers from the cache up. */
#include "fs/fs.h"
#include "core/print.h"
#include "fs/cache.h"
#include "fs/inode.h"
#include "fs/log.h"
#include "fs/path_tree.h"
#include <abi/errno.h>

#define BITS_PER_BLOCK (FS_BLOCK_SIZE * 8ull)

/* The superblock stays in memory, in its buffer, for as long as the file system is mounted. */
static struct buffer *super_buffer;
static struct fs_super *super;

const struct fs_super *fs_geometry(void)
{
    return super;
}

int fs_corrupt(const char *format, ...)
{
    char text[160];
    va_list args;
    va_start(args, format);
    print_into_va(text, sizeof(text), format, args);
    va_end(args);
    print("fs: the file system is inconsistent: %s; run fsck on the image\n", text);
    return -EIO;
}

void fs_count_orphan(int change)
{
    __atomic_fetch_add(&super->orphans, (uint32_t)change, __ATOMIC_RELAXED);
    log_dirty(super_buffer);
}

/* What is wrong with the superblock; NULL: nothing. */
static const char *find_fault(const struct fs_super *s, uint32_t disk_blocks)
{
    uint64_t bmap = s->imap_start + (s->ninodes + BITS_PER_BLOCK - 1) / BITS_PER_BLOCK;
    uint64_t itable = bmap + (s->nblocks + BITS_PER_BLOCK - 1) / BITS_PER_BLOCK;
    uint64_t data = itable + (s->ninodes + FS_INODES_PER_BLOCK - 1ull) / FS_INODES_PER_BLOCK;

    if (s->magic != FS_MAGIC)
        return "it holds no Tally file system";
    if (s->version != FS_VERSION || s->block_size != FS_BLOCK_SIZE)
        return "its file system is of a version that this kernel does not know";
    if (s->checksum != fs_checksum(0, s, offsetof(struct fs_super, checksum)))
        return "its superblock is damaged (wrong checksum)";
    if (s->nblocks > disk_blocks)
        return "it is smaller than the file system on it; the image was cut";
    if (s->ninodes <= FS_ROOT_INO || s->log_start != 1 || s->log_blocks <= LOG_OP_BLOCKS ||
        s->log_blocks > FS_LOG_SLOTS + 1 || s->imap_start != s->log_start + s->log_blocks ||
        s->bmap_start != bmap || s->itable_start != itable || s->data_start != data ||
        data >= s->nblocks)
        return "its superblock is inconsistent";
    return NULL;
}

static int read_super(struct block_device *device)
{
    int r = cache_read(0, &super_buffer);
    if (r)
        return r;
    super = super_buffer->data;
    const char *fault = find_fault(super, device->nblocks);
    if (fault == NULL)
        return 0;
    print("fs: cannot mount %s: %s\n", device->name, fault);
    cache_put(super_buffer);
    return -EINVAL;
}

int fs_attach(struct block_device *device, size_t cache_blocks)
{
    if (device->nblocks == 0) {
        print("fs: cannot mount %s: it is empty\n", device->name);
        return -EINVAL;
    }
    int r = cache_init(device, cache_blocks);
    if (r == 0)
        r = read_super(device);
    if (r)
        return r;
    struct fs_super old = *super;
    cache_put(super_buffer);
    r = log_init(device, old.log_start, old.log_blocks, old.nblocks);
    if (r == 0)
        r = read_super(device); /* the log may have contained a newer one */
    if (r)
        return r;
    inode_init();
    path_tree_init();
    return 0;
}

int fs_mount(struct block_device *device, size_t cache_blocks)
{
    int r = fs_attach(device, cache_blocks);
    return r ? r : inode_free_orphans();
}

int fs_sync(void)
{
    return log_commit();
}

int fs_unmount(void)
{
    return log_close();
}
