/* The hash table: twice as many places as entries, tried one after the other from the key's on. */
#include <errno.h>
#include <search.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static ENTRY *table;
static size_t places, left; /* a power of two; entries that may still come */

int hcreate(size_t n)
{
    if (table || n > SIZE_MAX / (4 * sizeof(*table))) {
        errno = table ? EINVAL : ENOMEM;
        return 0;
    }
    for (places = 8; places < 2 * n; places *= 2)
        ;
    table = calloc(places, sizeof(*table));
    left = places / 2;
    return table != NULL;
}

/* FNV-1a (Fowler, Noll, Vo). */
static uint64_t hash(const char *key)
{
    uint64_t h = 0xcbf29ce484222325u;

    while (*key)
        h = (h ^ (unsigned char)*key++) * 0x100000001b3u;
    return h ^ h >> 32;
}

ENTRY *hsearch(ENTRY item, ACTION action)
{
    size_t at = table ? hash(item.key) & (places - 1) : 0;

    while (table && table[at].key && strcmp(table[at].key, item.key) != 0)
        at = (at + 1) & (places - 1);
    if (table && table[at].key)
        return &table[at];
    if (action == FIND || left == 0) {
        errno = action == FIND ? ESRCH : ENOMEM;
        return NULL;
    }
    left--;
    table[at] = item;
    return &table[at];
}

/* The keys are the program's. */
void hdestroy(void)
{
    free(table);
    table = NULL;
    places = left = 0;
}
