/* Completing requests. */
#include "dev/block.h"
#include "core/print.h"
#include <abi/errno.h>

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
