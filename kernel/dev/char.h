/*
 * Character devices: what a device file under /dev leads to.  All three functions are called by a
 * thread without spin locks and may sleep; buffers are user addresses; they return at least 0, or a
 * negated error number.
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
};

/* The device with that number (DEV_* in abi/stat.h); NULL if there is none. */
const struct char_device *char_find(dev_t number);

/* The loop of a write: has put() called for the user's bytes, CHAR_PIECE at a time, each copied
 * before it is called and passed on as a whole.  n; less when a signal came after the first piece;
 * less or -EFAULT for a bad buffer. */
#define CHAR_PIECE 256
ssize_t char_write_pieces(const char *user_buf, size_t n, void (*put)(const char *text, size_t n));

#endif
