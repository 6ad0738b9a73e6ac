/*
 * Long transfers between a program and a device, in pieces: between two of them other threads get
 * their turn, and a signal ends the transfer.
 */
#ifndef DEV_PIECES_H
#define DEV_PIECES_H

#include <abi/types.h>
#include <stdbool.h>

#define PIECES_MAX 256 /* bytes of one piece in pieces_write() */

/* Between two pieces: yields the CPU if asked to.  False: the transfer must end, because a signal
 * has come. */
bool pieces_go_on(void);

/* The loop of a write: copies the user's bytes in pieces of up to PIECES_MAX and calls write() for
 * each.  Returns n; less if a signal came after the first piece; less or -EFAULT if the buffer is
 * bad. */
ssize_t pieces_write(const char *user_buf, size_t n, void (*write)(const char *text, size_t n));

#endif
