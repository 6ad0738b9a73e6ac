#include "dev/ramdisk.h"
#include "arch/device.h"
#include "core/string.h"
#include <stddef.h>

static char *memory;

/* A write is in the emulator's file at once, so FLUSH has nothing to do. */
static void submit(struct block_device *device, struct block_request *request)
{
    if (block_refuse(device, request))
        return;
    char *block = memory + (uint64_t)request->block * BLOCK_SIZE;
    if (request->op == BLOCK_READ)
        memcpy(request->data, block, BLOCK_SIZE);
    else if (request->op == BLOCK_WRITE)
        memcpy(block, request->data, BLOCK_SIZE);
    request->result = 0;
    request->done(request);
}

static struct block_device ramdisk = {.name = "ramdisk", .submit = submit};

struct block_device *ramdisk_find(void)
{
    uint64_t start, nbytes;
    if (!arch_pmem_range(&start, &nbytes))
        return NULL;
    uint64_t nblocks = nbytes / BLOCK_SIZE;
    ramdisk.nblocks = nblocks < UINT32_MAX ? nblocks : UINT32_MAX;
    memory = arch_map_memory(start, (uint64_t)ramdisk.nblocks * BLOCK_SIZE);
    return &ramdisk;
}
