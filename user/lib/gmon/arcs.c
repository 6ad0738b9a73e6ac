/* Compiled to use general registers only: the vector registers hold arguments of the program. */
#include "arcs.h"

#include <abi/gmon.h>
#include <stddef.h>
#include <sys/mman.h>

#include "../profile.h"

#define TEXT_PER_ENTRY 4 /* bytes; a call instruction has five, or two through a register */
#define ENTRIES_MIN    4096
#define PROBES_MAX     64 /* more are needed only if the table is nearly full */

struct entry {
    uint64_t key; /* the return address in the upper half, the function's in the lower; 0: free */
    uint64_t count;
};

struct arcs {
    uintptr_t low;
    size_t nbytes; /* of the text, from low */
    unsigned shift;
    size_t mask;
    uint64_t lost;
    struct entry entry[];
};

static struct arcs *arcs;   /* NULL: none */
struct arcs *__arcs_active; /* NULL: calls are not counted; mcount.S reads it */

bool __arcs_begin(uintptr_t low, uintptr_t high)
{
    size_t n = ENTRIES_MIN;
    unsigned shift = 64 - 12;

    for (; n < (high - low) / TEXT_PER_ENTRY; n *= 2)
        shift--;
    struct arcs *a = mmap(NULL, sizeof(*a) + n * sizeof(*a->entry), PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (a == MAP_FAILED)
        return false;
    a->low = low;
    a->nbytes = high - low;
    a->shift = shift;
    a->mask = n - 1;
    arcs = a; /* one from before stays mapped: another thread may be counting in it */
    __arcs_resume();
    return true;
}

void __arcs_pause(void)
{
    __atomic_store_n(&__arcs_active, NULL, __ATOMIC_RELEASE);
}

void __arcs_resume(void)
{
    __atomic_store_n(&__arcs_active, arcs, __ATOMIC_RELEASE);
}

/* Whether the entry is the key's, which a free one becomes. */
static inline bool claim(struct entry *e, uint64_t key)
{
    uint64_t found = __atomic_load_n(&e->key, __ATOMIC_RELAXED);

    if (found == 0 && __atomic_compare_exchange_n(&e->key, &found, key, false, __ATOMIC_RELAXED,
                                                  __ATOMIC_RELAXED))
        return true;
    return found == key;
}

void __arcs_count(uintptr_t from, uintptr_t self)
{
    struct arcs *a = __atomic_load_n(&__arcs_active, __ATOMIC_ACQUIRE);

    if (!a || self - a->low >= a->nbytes)
        return;
    /* A program lies in the first 4 GiB.  Code that it made elsewhere may call into it. */
    size_t probes = from >> 32 ? 0 : PROBES_MAX;
    uint64_t key = (uint64_t)from << 32 | (uint32_t)self;
    for (size_t i = key * 0x9e3779b97f4a7c15 >> a->shift; probes > 0; i++, probes--) {
        struct entry *e = &a->entry[i & a->mask];

        if (claim(e, key)) {
            __atomic_fetch_add(&e->count, 1, __ATOMIC_RELAXED);
            return;
        }
    }
    __atomic_fetch_add(&a->lost, 1, __ATOMIC_RELAXED);
}

uint64_t __arcs_lost(void)
{
    return arcs ? __atomic_load_n(&arcs->lost, __ATOMIC_RELAXED) : 0;
}

int __arcs_write(int fd)
{
    size_t n = 0;
    struct gmonrec records[64];
    for (size_t i = 0; arcs && i <= arcs->mask; i++) {
        const struct entry *e = &arcs->entry[i];

        if (e->key == 0)
            continue;
        records[n++] = (struct gmonrec){e->key >> 32, (uint32_t)e->key, e->count};
        if (n < sizeof(records) / sizeof(*records))
            continue;
        if (__write_all(fd, records, sizeof(records)) < 0)
            return -1;
        n = 0;
    }
    return __write_all(fd, records, n * sizeof(*records));
}
