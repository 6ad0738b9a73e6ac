/*
 * Block devices: a disk as an array of 4096-byte blocks.
 *
 * Requests are asynchronous and may complete in any order; several may be in flight.  The file
 * system, in the kernel and in the host's tools, uses disks only through this interface.
 */
#ifndef DEV_BLOCK_H
#define DEV_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define BLOCK_SIZE 4096

enum block_op { BLOCK_READ, BLOCK_WRITE, BLOCK_FLUSH };

struct block_request {
    enum block_op op;
    uint32_t block;                              /* which, for READ and WRITE */
    void *data;                                  /* BLOCK_SIZE bytes, one page; not for FLUSH */
    int result;                                  /* set before done is called: 0 or -EIO */
    void (*done)(struct block_request *request); /* may be called in interrupt context, or by submit
                                                    itself before it returns */
    struct block_request *next;                  /* the driver's, while it has the request */
};

struct block_device {
    const char *name;
    uint32_t nblocks;
    /* Starts a request.  May sleep while the device's queue is full.  Never fails: errors are in
     * request->result.  A FLUSH completes when all writes that completed before its submission are
     * on the medium. */
    void (*submit)(struct block_device *device, struct block_request *request);
};

/* For drivers: completes a request beyond the end of the disk with -EIO and a message, and returns
 * true.  Otherwise returns false. */
bool block_refuse(struct block_device *device, struct block_request *request);

#endif
