/* Mounting initialises the layers, from the cache up. */
#include "fs/fs.h"
#include "core/print.h"
#include "fs/block_map.h"
#include "fs/cache.h"
#include "fs/inode.h"
#include "fs/log.h"
#include "fs/mapped.h"
#include "fs/name_cache.h"
#include "fs/name_index.h"
#include "fs/super.h"
#include "fs/tree.h"
#include <abi/errno.h>

int fs_attach(struct block_device *device, size_t cache_blocks)
{
    if (device->nblocks == 0) {
        print("fs: cannot mount %s: it is empty\n", device->name);
        return -EINVAL;
    }
    cache_init(device, cache_blocks);
    int error = super_init(device);
    if (error == 0)
        error = log_init(device, super_geometry());
    if (error)
        return error;
    block_map_init();
    inode_init();
    mapped_init();
    name_cache_init();
    name_index_init();
    tree_init();
    return 0;
}

int fs_mount(struct block_device *device, size_t cache_blocks)
{
    int error = fs_attach(device, cache_blocks);
    return error ? error : inode_free_orphans();
}

int fs_sync(void)
{
    int error = mapped_write_back(true);
    inode_free_late();
    int failed = log_commit();
    return error ? error : failed;
}

int fs_unmount(void)
{
    int error = mapped_write_back(true);
    inode_free_late();
    int failed = log_close();
    return error ? error : failed;
}

size_t fs_reclaim(void)
{
    return cache_reclaim(CACHE_MIN) + name_index_reclaim();
}
