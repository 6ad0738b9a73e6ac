/* The superblock; see fs/super.h. */
#include "fs/super.h"
#include "core/print.h"
#include "core/round.h"
#include "fs/log.h"
#include <abi/errno.h>

#define BITS_PER_BLOCK (FS_BLOCK_SIZE * 8)

static struct buffer *super_buffer;
static struct fs_super *super;

const struct fs_super *super_geometry(void)
{
    return super;
}

/* The fault of the superblock, or NULL. */
static const char *find_fault(const struct fs_super *s, uint32_t disk_blocks)
{
    uint64_t bmap = s->imap_start + div_round_up(s->ninodes, BITS_PER_BLOCK);
    uint64_t itable = bmap + div_round_up(s->nblocks, BITS_PER_BLOCK);
    uint64_t data = itable + div_round_up(s->ninodes, FS_INODES_PER_BLOCK);

    if (s->magic != FS_MAGIC)
        return "it holds no Tally file system";
    if (s->version != FS_VERSION || s->block_size != FS_BLOCK_SIZE)
        return "its file system is of a version that this kernel does not know";
    if (s->checksum != fs_checksum(0, s, offsetof(struct fs_super, checksum)))
        return "its superblock is damaged (wrong checksum)";
    if (s->nblocks > disk_blocks)
        return "it is smaller than the file system on it; the image was cut";
    if (s->ninodes <= FS_ROOT_INO || s->log_start != 1 || s->log_blocks <= LOG_OP_BLOCKS ||
        s->log_blocks > FS_LOG_COPIES + 1 || s->imap_start != s->log_start + s->log_blocks ||
        s->bmap_start != bmap || s->itable_start != itable || s->data_start != data ||
        data >= s->nblocks)
        return "its superblock is inconsistent";
    return NULL;
}

int super_init(const struct block_device *device)
{
    int error = cache_read(0, &super_buffer);
    if (error)
        return error;
    super = super_buffer->data;
    const char *fault = find_fault(super, device->nblocks);
    if (!fault)
        return 0;
    print("fs: cannot mount %s: %s\n", device->name, fault);
    cache_put(super_buffer);
    return -EINVAL;
}

void super_count_orphan(int change)
{
    __atomic_fetch_add(&super->orphans, change, __ATOMIC_RELAXED);
    log_dirty(super_buffer);
}

int super_corrupt(const char *format, ...)
{
    if (!log_stop())
        return -EIO;
    va_list args;
    va_start(args, format);
    char text[160];
    print_into_va(text, sizeof(text), format, args);
    va_end(args);
    print("fs: the disk is damaged: %s; read-only from now on; run build/mkfs/fsck on its image\n",
          text);
    return -EIO;
}
