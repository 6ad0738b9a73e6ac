/* Finds memory that is still allocated when all processes have ended; see debug/leak.h. */
#include "debug/leak.h"
#include "core/ksyms.h"
#include "core/panic.h"
#include "core/print.h"
#include "debug/kmem_tag.h"
#include "mm/kmem.h"
#include "mm/page.h"

#define PLACES_MAX 32

/* The objects of one size that one place allocated. */
struct place {
    uint64_t pc;
    uint32_t nbytes, count;
    uint32_t oldest; /* the lowest serial number, and */
    const void *object;
};

static uint32_t last_serial;   /* atomic */
static uint32_t first_process; /* the serial number at its start */
static struct place places[PLACES_MAX];
static unsigned nplaces, nleaks;

uint32_t leak_serial(void)
{
    return __atomic_add_fetch(&last_serial, 1, __ATOMIC_RELAXED);
}

void leak_begin(void)
{
    first_process = last_serial;
}

void leak_found(uint32_t nbytes, uint32_t serial, uint64_t alloc_pc, const void *object)
{
    if (serial <= first_process)
        return;
    nleaks++;
    for (struct place *p = places; p < places + PLACES_MAX; p++) {
        if (p == places + nplaces)
            *p = (struct place){alloc_pc, nbytes, .oldest = UINT32_MAX}, nplaces++;
        if (p->pc != alloc_pc || p->nbytes != nbytes)
            continue;
        p->count++;
        if (serial < p->oldest)
            p->oldest = serial, p->object = object;
        return;
    }
}

void leak_check(void)
{
    page_tags_visit();
    for (const struct place *p = places; p < places + nplaces; p++) {
        print("tally: still in use: %u %s of %u bytes, the first of them allocated by\n", p->count,
              p->nbytes == PAGE_SIZE ? "pages" : "objects", p->nbytes);
        if (p->object)
            kmem_tag_print(p->object);
        else
            print_address(p->pc, "allocated it");
    }
    if (nleaks > 0)
        panic("a leak: all processes have ended, and %u pages or objects are in use (debug/leak.h)",
              nleaks);
}
