/* Arrays without an order. */
#include <search.h>
#include <string.h>

void *lfind(const void *key, const void *base, size_t *n, size_t size,
            int (*cmp)(const void *, const void *))
{
    const char *at = base;

    for (size_t i = 0; i < *n; i++, at += size)
        if (cmp(key, at) == 0)
            return (void *)at;
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *n, size_t size,
              int (*cmp)(const void *, const void *))
{
    void *there = lfind(key, base, n, size, cmp);

    return there ? there : memcpy((char *)base + (*n)++ * size, key, size);
}
