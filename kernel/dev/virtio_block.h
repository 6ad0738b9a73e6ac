/*
 * A virtio disk on PCI (virtio 1.1: 4.1 and 5.2), the first one found.
 *
 * Up to 42 requests are in flight; submit() sleeps while that many are.  done() is called in
 * interrupt context.
 */
#ifndef DEV_VIRTIO_BLOCK_H
#define DEV_VIRTIO_BLOCK_H

#include "dev/block.h"

/* Sets it up; boot.  NULL if there is none, or, after a message, none that can be used. */
struct block_device *virtio_block_find(void);

#endif
