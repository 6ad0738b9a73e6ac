/*
 * Pipes: a ring of bytes in memory between writers and readers.
 *
 * A pipe holds up to PIPE_BYTES.  Its pages are allocated when they are first needed and freed when
 * it is closed.  Each end is open in one struct file, in a FIFO (fs/file.c) in any number of them;
 * closing the last frees the pipe.
 *
 * All may sleep; buffers are user addresses.  A signal ends a wait: -EINTR if no byte was moved.
 */
#ifndef FS_PIPE_H
#define FS_PIPE_H

#include <abi/types.h>
#include <stdbool.h>

#define PIPE_BYTES 65536

struct pipe;

struct pipe *pipe_create(void); /* both ends open; NULL if out of memory */

/* Waits until the pipe is not empty and reads up to n of its bytes.  0: it is empty and the writing
 * end is closed; -EAGAIN: it is empty, and nonblock; -EFAULT: no byte was removed. */
ssize_t pipe_read(struct pipe *pipe, void *user_buf, size_t n, bool nonblock);

/* Writes all n bytes; up to PIPE_BUF bytes are written atomically.  Returns less after an error
 * that is not the first piece's: in POSIX such a call returns the bytes written, and the next call
 * returns the error.  -EPIPE: the reading end is closed; -EAGAIN: there is no room, and nonblock;
 * -EFAULT or -ENOMEM.  Nothing of the piece that failed was written. */
ssize_t pipe_write(struct pipe *pipe, const void *user_buf, size_t n, bool nonblock);

size_t pipe_pages(const struct pipe *pipe); /* that it holds now; never sleeps */

/* POLL* (abi/poll.h) of an end, or of both. */
uint32_t pipe_poll(struct pipe *pipe, bool reads, bool writes);

bool pipe_close(struct pipe *pipe, bool writing_end); /* whether the pipe was freed */

/* For FIFOs.  pipe_open_end() counts one more file of the end.  pipe_wait_for_end() waits until the
 * end is open, or was since it had been opened `opened` times (pipe_opened): 0 or -EINTR. */
void pipe_open_end(struct pipe *pipe, bool writing_end);
uint32_t pipe_opened(struct pipe *pipe, bool writing_end);
int pipe_wait_for_end(struct pipe *pipe, bool writing_end, uint32_t opened);

#endif
