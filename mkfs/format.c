/* Making an empty file system: see format.h. */
#include "mkfs/format.h"
#include "core/round.h"
#include "core/string.h"
#include "fs/log.h"
#include <abi/errno.h>
#include <abi/stat.h>

#define BITS_PER_BLOCK (FS_BLOCK_SIZE * 8)
#define MIN_LOG        (LOG_OP_BLOCKS + 4u)

/* By default a sixteenth of the disk is the log, and there is an inode for every four blocks. */
int format_plan(struct fs_super *super, uint32_t nblocks, uint32_t ninodes)
{
    uint32_t log = nblocks / 16;
    log = log < MIN_LOG ? MIN_LOG : log > FS_LOG_COPIES + 1 ? FS_LOG_COPIES + 1 : log;
    if (ninodes == 0)
        ninodes = nblocks / 4 < 64 ? 64 : nblocks / 4;
    *super = (struct fs_super){.magic = FS_MAGIC,
                               .version = FS_VERSION,
                               .block_size = FS_BLOCK_SIZE,
                               .nblocks = nblocks,
                               .ninodes = ninodes,
                               .log_start = 1,
                               .log_blocks = log};
    super->imap_start = super->log_start + log;
    super->bmap_start = super->imap_start + div_round_up(ninodes, BITS_PER_BLOCK);
    super->itable_start = super->bmap_start + div_round_up(nblocks, BITS_PER_BLOCK);
    super->data_start = super->itable_start + div_round_up(ninodes, FS_INODES_PER_BLOCK);
    super->checksum = fs_checksum(0, super, offsetof(struct fs_super, checksum));
    return super->data_start < nblocks ? 0 : -ENOSPC;
}

static void ignore(struct block_request *request)
{
    (void)request;
}

static int write_block(struct block_device *device, uint32_t block, void *data)
{
    struct block_request request = {
        .op = BLOCK_WRITE, .block = block, .data = data, .done = ignore};
    device->submit(device, &request);
    return request.result;
}

/* A bitmap whose first nbits bits are set. */
static int write_bitmap(struct block_device *device, uint32_t start, uint32_t nbits)
{
    int error = 0;
    for (uint32_t base = 0; base < nbits && error == 0; base += BITS_PER_BLOCK) {
        uint8_t bits[FS_BLOCK_SIZE] = {0};
        for (uint32_t i = 0; i < BITS_PER_BLOCK && base + i < nbits; i++)
            bits[i / 8] |= 1u << i % 8;
        error = write_block(device, start++, bits);
    }
    return error;
}

int format_write(struct block_device *device, const struct fs_super *super, uint64_t mtime_ns)
{
    union {
        uint8_t bytes[FS_BLOCK_SIZE];
        struct fs_super super;
        struct fs_log_header log;
        struct fs_inode inodes[FS_INODES_PER_BLOCK];
    } block;

    memset(&block, 0, sizeof(block)); /* with gcc 15 an initializer sets just one member */
    block.super = *super;
    int error = write_block(device, 0, &block);
    memset(&block, 0, sizeof(block));
    block.log.magic = FS_LOG_MAGIC;
    block.log.checksum = fs_checksum(0, &block.log, fs_log_header_used(0));
    if (error == 0)
        error = write_block(device, super->log_start, &block);
    if (error == 0)
        error = write_bitmap(device, super->imap_start, FS_ROOT_INO + 1);
    if (error == 0)
        error = write_bitmap(device, super->bmap_start, super->data_start);
    memset(&block, 0, sizeof(block));
    block.inodes[FS_ROOT_INO] = (struct fs_inode){
        .mode = S_IFDIR | 0755, .nlink = 1, .mtime_ns = mtime_ns, .aux = FS_ROOT_INO};
    return error ? error : write_block(device, super->itable_start, &block);
}
