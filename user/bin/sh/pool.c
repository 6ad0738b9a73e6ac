/* A stack of chunks; a mark is a height of that stack. */
#include "pool.h"

#include "sh.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES 8192u
#define SMALL_BYTES 1008u /* in a pool that stays */

struct chunk {
    struct chunk *below;
    size_t size, used; /* of bytes */
    _Alignas(16) char bytes[];
};

static struct chunk *top;
static size_t least = CHUNK_BYTES;

static void push_chunk(size_t nbytes)
{
    size_t size = nbytes > least ? nbytes : least;
    struct chunk *chunk = sh_alloc(sizeof(*chunk) + size);

    chunk->below = top;
    chunk->size = size;
    top = chunk;
}

void *pool_alloc(size_t nbytes)
{
    nbytes = (nbytes + 15) & ~(size_t)15;
    if (!top || top->size - top->used < nbytes)
        push_chunk(nbytes);
    void *p = top->bytes + top->used;
    top->used += nbytes;
    return memset(p, 0, nbytes);
}

char *pool_string(const char *text, size_t n)
{
    return memcpy(pool_alloc(n + 1), text, n);
}

struct pool_mark pool_mark(void)
{
    return (struct pool_mark){top, top ? top->used : 0};
}

static void pop_chunks(const struct chunk *until)
{
    while (top != until) {
        struct chunk *below = top->below;

        free(top);
        top = below;
    }
}

void pool_release(struct pool_mark mark)
{
    pop_chunks(mark.chunk);
    if (top)
        top->used = mark.used;
}

void *pool_begin(void)
{
    struct chunk *outer = top;

    top = NULL;
    least = SMALL_BYTES;
    return outer;
}

void *pool_end(void *outer)
{
    struct chunk *pool = top;

    top = outer;
    least = CHUNK_BYTES;
    return pool;
}

void pool_free(void *pool)
{
    struct chunk *outer = top;

    top = pool;
    pop_chunks(NULL);
    top = outer;
}
