/* Which disk to boot from; and the end of a request that needs no device. */
#include "dev/block.h"
#include "core/print.h"
#include "dev/ramdisk.h"
#include "dev/virtio_block.h"
#include <abi/errno.h>

struct block_device *block_boot_device(void)
{
    struct block_device *device = ramdisk_find();
    return device ? device : virtio_block_find();
}

void block_finish(struct block_request *request, int result)
{
    request->result = result;
    request->done(request);
}

bool block_refuse(struct block_device *device, struct block_request *request, bool read_only)
{
    bool beyond = request->op != BLOCK_FLUSH && request->block >= device->nblocks;
    bool forbidden = request->op == BLOCK_WRITE && read_only;
    if (!beyond && !forbidden)
        return false;
    print("%s: block %u: %s\n", device->name, request->block,
          beyond ? "beyond the end of the disk" : "the disk is read-only");
    block_finish(request, -EIO);
    return true;
}
