/*
 * Memory that is freed all at once: syntax trees and expanded words live only as long as the
 * command they belong to, so they are not freed one by one.
 */
#ifndef SH_POOL_H
#define SH_POOL_H

#include <stddef.h>

struct pool_mark {
    void *chunk;
    size_t used;
};

/* Memory for nbytes, zeroed.  Without memory the shell ends with a message. */
void *pool_alloc(size_t nbytes);

/* The n bytes at text as a string. */
char *pool_string(const char *text, size_t n);

/* Everything allocated after pool_mark() is freed by pool_release() of that mark. */
struct pool_mark pool_mark(void);
void pool_release(struct pool_mark mark);

/* Between these two calls all memory comes from a separate pool: pool_end() returns it, for
 * pool_free().  pool_end() needs the result of pool_begin(). */
void *pool_begin(void);
void *pool_end(void *outer);
void pool_free(void *pool);

#endif
