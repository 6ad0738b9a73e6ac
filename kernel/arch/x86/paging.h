/*
 * Page tables (Intel SDM 3, 4.5): four levels of 512 entries.  The functions here walk them and
 * build the kernel's half; those for address spaces (arch_tables_get() and the like) are in
 * tables.c.
 */
#ifndef X86_PAGING_H
#define X86_PAGING_H

#include "core/panic.h"
#include "debug/locks.h"
#include "mm/page.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PTE_P       0x001ull
#define PTE_W       0x002ull
#define PTE_U       0x004ull
#define PTE_PWT     0x008ull
#define PTE_PCD     0x010ull
#define PTE_LARGE   0x080ull
#define PTE_GLOBAL  0x100ull
#define PTE_HELD    0x200ull /* one of the bits left to software */
#define PTE_SHARED  0x400ull /* fork does not copy the page */
#define PTE_NX      (1ull << 63)
#define PTE_ADDRESS 0x000ffffffffff000ull

#define PAGING_LEVELS 4

/* A table has eight parts of PAGING_PART entries.  The entry above it has a bit for each part in
 * which there may be an entry other than 0; the CPU ignores these bits (Intel SDM 3, 4.5.4). */
#define PAGING_PART 64

static inline uint64_t paging_part(unsigned index)
{
    return 1ull << (52 + index / PAGING_PART);
}

static inline unsigned paging_index(uint64_t addr, int level)
{
    return addr >> (12 + 9 * level) & 511;
}

static inline uint64_t *paging_table(uint64_t entry)
{
    if (debug_is_new(entry))
        panic("a page table has the entry 0x%lx, as new memory is filled with: nobody has zeroed "
              "it (paging_entry())",
              entry);
    return page_virt(entry & PTE_ADDRESS);
}

/* The entry for addr at the given level (0: 4 KiB); `make`: creates missing tables on the way, with
 * these flags, and marks its part in use.  NULL if a table is missing or memory is out. */
static inline uint64_t *paging_entry(uint64_t root, uint64_t addr, int level, bool make,
                                     uint64_t flags)
{
    uint64_t *table = page_virt(root), *above = NULL;
    for (int l = PAGING_LEVELS - 1; l > level; l--) {
        uint64_t *entry = &table[paging_index(addr, l)];
        if (!(*entry & PTE_P)) {
            uint64_t *next = make ? page_alloc_zeroed() : NULL;
            if (!next)
                return NULL;
            *entry = page_phys(next) | PTE_P | PTE_W | flags;
            if (above)
                *above |= paging_part(paging_index(addr, l));
        }
        table = paging_table(*entry);
        above = entry;
    }
    uint64_t part = paging_part(paging_index(addr, level));
    if (make && !(*above & part))
        *above |= part;
    return &table[paging_index(addr, level)];
}

/* ---- the kernel's half ---- */

/* Builds and loads the kernel's own tables.  Until then page_alloc() has to return pages of the
 * first GiB. */
void paging_init(uint64_t memory_end);
extern uint64_t paging_kernel_root; /* physical */

/* A list of pages and tables that are no longer mapped but may still be in a TLB; linked through
 * the pages themselves. */
struct page_chain {
    struct page_chain *next; /* page aligned: as an entry of a table it is not present */
};

struct page_chain *paging_chain_add(struct page_chain *chain, void *page); /* the new chain */
size_t paging_chain_free(struct page_chain *chain);                        /* how many it had */

/* Maps a stack's pages side by side, all under one lowest-level table: 0, or -ENOMEM with none
 * mapped.  Unmapping adds them to the chain and returns that. */
int paging_map_stack(uint64_t addr, void *pages[], unsigned npages);
struct page_chain *paging_unmap_stack(uint64_t addr, unsigned npages, struct page_chain *chain);

#endif
