/* Tables to search: trees, a hash table, arrays, lists (POSIX.1-2017, <search.h>). */
#ifndef _SEARCH_H
#define _SEARCH_H

#include <stddef.h>

/*
 * Trees.  A tree is a `void *' that begins as NULL; a node begins with the address of its key.
 * tsearch adds the key if it is not there (NULL: memory is out), tfind does not; tdelete returns
 * the parent of the node that it removed, or some address for the root, or NULL for no such key.
 */
typedef enum { preorder, postorder, endorder, leaf } VISIT;

void *tsearch(const void *key, void **root, int (*cmp)(const void *, const void *));
void *tfind(const void *key, void *const *root, int (*cmp)(const void *, const void *));
void *tdelete(const void *key, void **root, int (*cmp)(const void *, const void *));
void twalk(const void *root, void (*visit)(const void *node, VISIT when, int depth));
void tdestroy(void *root, void (*free_key)(void *));

/* The one hash table.  It finds by strings, and takes at least the n entries of hcreate. */
typedef struct entry {
    char *key;
    void *data;
} ENTRY;
typedef enum { FIND, ENTER } ACTION;

int hcreate(size_t n); /* 0: memory is out */
ENTRY *hsearch(ENTRY item, ACTION action);
void hdestroy(void);

/* Arrays of *n elements; lsearch appends the key if it is not there: there must be room. */
void *lfind(const void *key, const void *base, size_t *n, size_t size,
            int (*cmp)(const void *, const void *));
void *lsearch(const void *key, void *base, size_t *n, size_t size,
              int (*cmp)(const void *, const void *));

/* Lists, whose elements begin with two addresses: the next element's, and the one's before. */
void insque(void *element, void *before);
void remque(void *element);

#endif
