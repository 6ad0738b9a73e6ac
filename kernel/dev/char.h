/*
 * Character devices: the operations behind a device file in /dev.  All are called by a thread
 * that holds no spin lock, and may sleep.  Buffers are user addresses.  Results are at least 0, or
 * a negated error number.
 */
#ifndef DEV_CHAR_H
#define DEV_CHAR_H

#include <abi/types.h>
#include <stdbool.h>

struct char_device {
    /* nonblock: -EAGAIN instead of waiting. */
    ssize_t (*read)(void *user_buf, size_t n, bool nonblock);
    ssize_t (*write)(const void *user_buf, size_t n);
    int (*ioctl)(uint64_t request, void *user_arg); /* NULL: -ENOTTY */
    uint32_t (*poll)(void);                         /* POLL* (abi/poll.h); NULL: always ready */
};

/* The device with that number (DEV_* in abi/stat.h); NULL if there is none. */
const struct char_device *char_find(dev_t number);

#endif
