/*
 * A stream: a file descriptor and one buffer, which at any time either holds bytes read and not
 * yet used, or bytes written and not yet flushed, or nothing.
 */
#ifndef LIB_STREAM_H
#define LIB_STREAM_H

#include <stdbool.h>
#include <stdio.h>

#include "../thread.h"

#define UNGET_BYTES 8 /* room in front of every buffer for ungetc */

enum stream_flags {
    S_READ = 1,    /* opened for reading */
    S_WRITE = 2,   /* opened for writing */
    S_READING = 4, /* [pos, end) has been read and not used */
    S_WRITING = 8, /* [base, pos) waits to be written, [pos, end) is free */
    S_EOF = 16,
    S_ERROR = 32,
    S_LINE = 64,  /* line buffered */
    S_NONE = 128, /* unbuffered */
    S_ASK = 256,  /* line buffered if it turns out to be a terminal, at the first write */
    S_APPEND = 512,
    S_STATIC = 1024, /* not from malloc */
};

/* A stream in memory has these in place of read, write, lseek and close. */
struct stream_ops {
    ssize_t (*read)(FILE *f, char *to, size_t n);
    ssize_t (*write)(FILE *f, const char *from, size_t n);
    off_t (*seek)(FILE *f, off_t off, int whence);
    int (*close)(FILE *f);
};

struct __file {
    const struct stream_ops *ops; /* NULL: fd is one */
    void *memory;                 /* of ops */
    int fd;                       /* -1: a string, for sscanf; or there are ops */
    unsigned flags;               /* [l] */
    char *base;                   /* [l] the buffer, with UNGET_BYTES of room before it */
    size_t size;                  /* [l] its bytes */
    char *pos;                    /* [l] next byte to use or to fill */
    char *end;                    /* [l] where those bytes end */
    int lock;                     /* [l] the owner is this thread */
    unsigned depth;               /* [l] times the owner holds it beyond the first */
    pthread_t owner;
    int lost;                    /* [l] the error that lost what was written, or 0 */
    struct __file *next;         /* [list] */
    int pins;                    /* [list] threads that use it although it is not locked */
    bool closed;                 /* [list] the last of these frees it */
    pid_t child;                 /* of popen, or 0 */
    char small[UNGET_BYTES + 1]; /* the buffer of an unbuffered stream */
};

/* As large as a program sees it, or smaller. */
_Static_assert(sizeof(struct __file) <= 32 * sizeof(long), "<stdio.h>");

/* Take and release [l], once more if the calling thread has it. */
static inline void stream_lock(FILE *f)
{
    if (__threaded)
        flockfile(f);
}

static inline void stream_unlock(FILE *f)
{
    if (__threaded)
        funlockfile(f);
}

/* All below: the caller holds [l].  They set S_EOF, S_ERROR and errno. */

/* Reads at least one byte into the empty buffer; EOF at the end or on an error. */
int __stream_fill(FILE *f);

/* Flushes what was written; EOF on an error, which discards it. */
int __stream_flush(FILE *f);

/* Flushes what was written, or moves the file's position back over what was not used.  A pipe or a
 * terminal cannot go back: what was read from it stays in the buffer, until the caller drops it. */
int __stream_sync(FILE *f);

size_t __stream_read(FILE *f, char *to, size_t n);

/* Returns how many bytes it has written or has in the buffer; fewer than n on an error. */
size_t __stream_write(FILE *f, const char *from, size_t n);

/* putc where the buffer is full, line buffered, or none. */
int __stream_put_slow(int c, FILE *f);

/* Streams that are open are on a list, for fflush(NULL) and exit. */
void __stream_add(FILE *f);

/* Takes a closed stream off the list; true if it is the caller who frees it. */
bool __stream_remove(FILE *f);

/* The stream's own read, write, lseek and close. */
ssize_t __stream_file_read(FILE *f, char *to, size_t n);
ssize_t __stream_file_write(FILE *f, const char *from, size_t n);
off_t __stream_seek(FILE *f, off_t off, int whence);

static inline bool stream_is_string(const FILE *f)
{
    return f->fd < 0 && !f->ops;
}

/* Open flags for a mode of fopen; -1 with EINVAL for a bad one. */
int __stream_mode(const char *mode);

/* A new stream on the descriptor; NULL with ENOMEM. */
FILE *__stream_new(int fd, int open_flags);

static inline int stream_get(FILE *f)
{
    if ((f->flags & S_READING) && f->pos < f->end)
        return (unsigned char)*f->pos++;
    return __stream_fill(f) == EOF ? EOF : (unsigned char)*f->pos++;
}

static inline int stream_put(int c, FILE *f)
{
    if ((f->flags & (S_WRITING | S_LINE)) == S_WRITING && f->pos < f->end)
        return (unsigned char)(*f->pos++ = c);
    return __stream_put_slow(c, f);
}

#endif
