#include <stdlib.h>

void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*cmp)(const void *, const void *))
{
    const char *low = base;

    while (n > 0) {
        const char *mid = low + n / 2 * size;
        int order = cmp(key, mid);

        if (order == 0)
            return (void *)mid;
        if (order > 0) {
            low = mid + size;
            n--;
        }
        n /= 2;
    }
    return NULL;
}
