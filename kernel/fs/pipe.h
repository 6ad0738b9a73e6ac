/*
 * Pipes: a ring of bytes in memory between those who write and those who read.
 *
 * It keeps up to PIPE_BYTES; its pages are taken as they are needed and given back when it is
 * closed.  Each end has one owner, a struct file; the pipe goes away with the second.
 *
 * All may sleep; buffers are user addresses.  A signal ends a wait: -EINTR if no byte was moved.
 */
#ifndef FS_PIPE_H
#define FS_PIPE_H

#include <abi/types.h>
#include <stdbool.h>

#define PIPE_BYTES 65536

struct pipe;

struct pipe *pipe_create(void); /* both ends open; NULL when memory is out */

/* Waits until there is something and reads what there is, up to n bytes.  0: nothing is left and
 * nobody can write any more; -EAGAIN: nothing, and nonblock; -EFAULT: nothing was taken out. */
ssize_t pipe_read(struct pipe *pipe, void *user_buf, size_t n, bool nonblock);

/* Writes all n bytes; up to PIPE_BUF of them in one piece.  Less if a signal comes, or there is no
 * room and nonblock, after the first ones.  -EPIPE: nobody can read any more; -EAGAIN; -EFAULT or
 * -ENOMEM: nothing of the last piece was written. */
ssize_t pipe_write(struct pipe *pipe, const void *user_buf, size_t n, bool nonblock);

void pipe_close(struct pipe *pipe, bool writing_end);

#endif
