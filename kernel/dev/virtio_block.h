/*
 * The first virtio disk on PCI (virtio 1.1: 4.1 and 5.2).
 *
 * Up to 42 requests are in flight; beyond that submit() sleeps.  done() is called in interrupt
 * context.
 */
#ifndef DEV_VIRTIO_BLOCK_H
#define DEV_VIRTIO_BLOCK_H

#include "dev/block.h"

/* Finds and initialises it, at boot.  NULL if there is none or, after a message, if it cannot be
 * used.
 */
struct block_device *virtio_block_find(void);

#endif
