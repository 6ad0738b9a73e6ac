#include "dev/block.h"
#include "core/print.h"
#include <abi/errno.h>

bool block_refuse(struct block_device *device, struct block_request *request)
{
    if (request->op == BLOCK_FLUSH || request->block < device->nblocks)
        return false;
    print("%s: block %u: beyond the end of the disk\n", device->name, request->block);
    request->result = -EIO;
    request->done(request);
    return true;
}
