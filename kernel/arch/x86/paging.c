/*
 * Page tables (Intel SDM 3, 4.5): four levels of 512 entries.
 *
 * The kernel's half is the same in all spaces: entry 256 of the top table maps physical memory and
 * devices at PHYS_BASE, 384 the kernel stacks (stack.c), 511 the kernel's image.  These three
 * second-level tables are made at boot and shared by all spaces, so a change below them takes
 * effect in all of them.  The only kernel mappings that are ever removed are those of stacks
 * (stack.c).
 *
 * PTE_HELD is set as long as a user page belongs to the space, PTE_P only while some access is
 * permitted: mprotect(PROT_NONE) clears P and keeps the page.
 */
#include "arch/x86/x86.h"
#include "core/panic.h"
#include "core/string.h"
#include "mm/page.h"
#include "vm/space.h"
#include <abi/errno.h>

#define PTE_P       0x001ull
#define PTE_W       0x002ull
#define PTE_U       0x004ull
#define PTE_PWT     0x008ull
#define PTE_PCD     0x010ull
#define PTE_LARGE   0x080ull
#define PTE_GLOBAL  0x100ull
#define PTE_HELD    0x200ull /* one of the bits left to software */
#define PTE_NX      (1ull << 63)
#define PTE_ADDRESS 0x000ffffffffff000ull

#define LARGE_BYTES (2ull << 20)
#define LEVELS      4

extern char kernel_start[], kernel_text_end[], kernel_rodata_end[], kernel_end[];

static uint64_t kernel_root; /* physical */
static uint64_t boot_next;   /* physical: arch_boot_pages() allocates from here upwards */
static bool pages_ready;     /* tables come from page_alloc() */

static unsigned index_at(uint64_t addr, int level)
{
    return addr >> (12 + 9 * level) & 511;
}

static uint64_t *table_of(uint64_t entry)
{
    return page_virt(entry & PTE_ADDRESS);
}

/* Boot-time memory: zeroed pages after the kernel's image, never freed. */
void *arch_boot_pages(uint64_t npages)
{
    assert(!pages_ready);
    if (boot_next == 0)
        boot_next = (uint64_t)kernel_end - KERNEL_BASE;
    void *pages = page_virt(boot_next);
    boot_next += npages * PAGE_SIZE;
    memset(pages, 0, npages * PAGE_SIZE);
    return pages;
}

uint64_t boot_pages_end(void)
{
    pages_ready = true;
    return boot_next;
}

static uint64_t *table_alloc(void)
{
    return pages_ready ? page_alloc_zeroed() : arch_boot_pages(1);
}

/* The entry for addr at the given level (0: 4 KiB); `make`: creates missing tables on the way. NULL
 * if a table is missing or memory is out. */
static uint64_t *entry_at(uint64_t root, uint64_t addr, int level, bool make, uint64_t flags)
{
    uint64_t *table = page_virt(root);
    for (int l = LEVELS - 1; l > level; l--) {
        uint64_t *entry = &table[index_at(addr, l)];
        if (!(*entry & PTE_P)) {
            uint64_t *next = make ? table_alloc() : NULL;
            if (!next)
                return NULL;
            *entry = page_phys(next) | PTE_P | PTE_W | flags;
        }
        table = table_of(*entry);
    }
    return &table[index_at(addr, level)];
}

/* ---- the kernel's half ---- */

static void map_kernel(uint64_t addr, uint64_t phys, uint64_t nbytes, uint64_t flags)
{
    while (nbytes > 0) {
        bool large = ((addr | phys) & (LARGE_BYTES - 1)) == 0 && nbytes >= LARGE_BYTES;
        uint64_t step = large ? LARGE_BYTES : PAGE_SIZE;
        uint64_t *entry = entry_at(kernel_root, addr, 1, true, 0);
        if (entry && !large && !(*entry & PTE_LARGE))
            entry = entry_at(kernel_root, addr, 0, true, 0);
        if (!entry)
            panic("no memory for the kernel's page tables");
        if (!(*entry & PTE_P))
            *entry = phys | flags | PTE_P | PTE_GLOBAL | (large ? PTE_LARGE : 0);
        addr += step;
        phys += step;
        nbytes -= step;
    }
}

static void *map_physical(uint64_t phys, uint64_t nbytes, uint64_t flags)
{
    uint64_t start = phys & ~(uint64_t)(PAGE_SIZE - 1);
    uint64_t end = (phys + nbytes + PAGE_SIZE - 1) & ~(uint64_t)(PAGE_SIZE - 1);
    if (end < start || end > 1ull << 39)
        panic("physical range 0x%lx+0x%lx lies above 512 GiB", phys, nbytes);
    map_kernel(PHYS_BASE + start, start, end - start, flags | PTE_W | PTE_NX);
    return page_virt(phys);
}

void *arch_map_device(uint64_t phys, uint64_t nbytes)
{
    return map_physical(phys, nbytes, PTE_PCD | PTE_PWT);
}

void *arch_map_memory(uint64_t phys, uint64_t nbytes)
{
    return map_physical(phys, nbytes, 0);
}

/* Not global, so that loading CR3 flushes them (tlb_flush_kernel). */
int paging_map_stack(uint64_t addr, void *pages[], unsigned npages)
{
    uint64_t *entry = entry_at(kernel_root, addr, 0, true, 0);
    if (!entry)
        return -ENOMEM;
    assert(index_at(addr, 0) + npages <= 512);
    for (unsigned i = 0; i < npages; i++)
        entry[i] = page_phys(pages[i]) | PTE_P | PTE_W | PTE_NX;
    return 0;
}

static struct page_chain *chain_add(struct page_chain *chain, void *page)
{
    struct page_chain *first = page;
    first->next = chain;
    return first;
}

struct page_chain *paging_unmap_stack(uint64_t addr, unsigned npages, struct page_chain *chain)
{
    uint64_t *entry = entry_at(kernel_root, addr, 0, false, 0);
    for (unsigned i = 0; i < npages; i++) {
        chain = chain_add(chain, table_of(entry[i]));
        __atomic_store_n(&entry[i], 0, __ATOMIC_RELEASE);
    }
    return chain;
}

size_t paging_free_chain(struct page_chain *chain)
{
    size_t n = 0;
    while (chain) {
        struct page_chain *next = chain->next;
        page_free(chain);
        chain = next;
        n++;
    }
    return n;
}

/* Still on the boot tables, which map the first GiB.  Everything is writable until
 * paging_protect_kernel(), because cpu.c may patch code. */
void paging_init(uint64_t memory_end)
{
    kernel_root = page_phys(arch_boot_pages(1));
    uint64_t *root = page_virt(kernel_root);
    static const unsigned shared[] = {256, 384, 511};
    for (unsigned i = 0; i < sizeof(shared) / sizeof(shared[0]); i++)
        root[shared[i]] = page_phys(arch_boot_pages(1)) | PTE_P | PTE_W;

    map_physical(0, memory_end, 0);
    map_kernel((uint64_t)kernel_start, (uint64_t)kernel_start - KERNEL_BASE,
               kernel_end - kernel_start, PTE_W);
    write_cr3(kernel_root);
}

static void protect(const char *start, const char *end, uint64_t clear, uint64_t set)
{
    for (uint64_t addr = (uint64_t)start; addr < (uint64_t)end; addr += PAGE_SIZE) {
        uint64_t *entry = entry_at(kernel_root, addr, 0, false, 0);
        *entry = (*entry & ~clear) | set;
    }
}

/* Makes code read-only and executable, data writable and not executable, constants neither. Through
 * PHYS_BASE the image's pages remain writable, like all memory, but not executable. */
void paging_protect_kernel(void)
{
    protect(kernel_start, kernel_text_end, PTE_W, 0);
    protect(kernel_text_end, kernel_rodata_end, PTE_W, PTE_NX);
    protect(kernel_rodata_end, kernel_end, 0, PTE_NX);
    uint64_t cr4 = read_cr4();
    write_cr4(cr4 & ~(uint64_t)CR4_PGE); /* flushes global entries too (Intel SDM 3, 4.10.4.1) */
    write_cr4(cr4 | CR4_PGE);
}

uint64_t paging_kernel_root(void)
{
    return kernel_root;
}

/* ---- user spaces ---- */

uint64_t arch_tables_create(void)
{
    uint64_t *root = page_alloc();
    if (!root)
        return 0;
    memset(root, 0, PAGE_SIZE / 2);
    memcpy(root + 256, (uint64_t *)page_virt(kernel_root) + 256, PAGE_SIZE / 2);
    return page_phys(root);
}

static void tables_free(uint64_t *table, int level, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (level > 0 && (table[i] & PTE_P))
            tables_free(table_of(table[i]), level - 1, 512);
        else if (level == 0 && (table[i] & PTE_HELD))
            page_free(table_of(table[i]));
    }
    page_free(table);
}

void arch_tables_destroy(uint64_t root)
{
    tables_free(page_virt(root), LEVELS - 1, 256);
}

int arch_tables_share(uint64_t from, uint64_t to, uint64_t start, uint64_t end)
{
    uint64_t addr = arch_tables_next(from, start, end);
    while (addr < end) {
        uint64_t *source = entry_at(from, addr, 0, false, 0);
        uint64_t *target = entry_at(to, addr, 0, true, PTE_U);
        if (!target)
            return -ENOMEM;
        do { /* to the end of this lowest-level table */
            if (*source & PTE_HELD) {
                *source &= ~PTE_W;
                *target = *source;
                page_ref(table_of(*source));
            }
            source++;
            target++;
            addr += PAGE_SIZE;
        } while (addr < end && index_at(addr, 0) != 0);
        addr = arch_tables_next(from, addr, end);
    }
    return 0;
}

void *arch_tables_get(uint64_t root, uint64_t addr, uint32_t *prot)
{
    uint64_t *entry = entry_at(root, addr, 0, false, 0);
    if (!entry || !(*entry & PTE_HELD))
        return NULL;
    *prot = 0;
    if (*entry & PTE_P)
        *prot =
            SPACE_READ | (*entry & PTE_W ? SPACE_WRITE : 0) | (*entry & PTE_NX ? 0 : SPACE_EXEC);
    return page_virt(*entry & PTE_ADDRESS);
}

int arch_tables_set(uint64_t root, uint64_t addr, void *page, uint32_t prot)
{
    uint64_t *entry = entry_at(root, addr, 0, true, PTE_U);
    if (!entry)
        return -ENOMEM;
    uint64_t value = page_phys(page) | PTE_HELD | PTE_U;
    if (prot)
        value |= PTE_P;
    if (prot & SPACE_WRITE)
        value |= PTE_W;
    if (prot & SPACE_EXEC)
        page_holds_code(page);
    else
        value |= PTE_NX;
    __atomic_store_n(entry, value, __ATOMIC_RELEASE);
    return 0;
}

void arch_tables_clear(uint64_t root, uint64_t addr)
{
    uint64_t *entry = entry_at(root, addr, 0, false, 0);
    if (entry)
        __atomic_store_n(entry, 0, __ATOMIC_RELEASE);
}

struct trim {
    uint64_t start, end, gap_start, gap_end;
    struct page_chain *freed;
};

/* Removes from the table, whose first entry maps `base`, the tables whose range overlaps
 * [start, end) and is entirely within the gap. */
static void trim_table(struct trim *t, uint64_t *table, int level, uint64_t base)
{
    uint64_t span = 1ull << (12 + 9 * level), end = base + 512 * span;
    uint64_t addr = t->start > base ? t->start & ~(span - 1) : base;
    for (; addr < t->end && addr < end; addr += span) {
        uint64_t *entry = &table[index_at(addr, level)];
        if (!(*entry & PTE_P))
            continue;
        uint64_t *below = table_of(*entry);
        if (level > 1)
            trim_table(t, below, level - 1, addr);
        if (addr < t->gap_start || addr + span > t->gap_end)
            continue;
        __atomic_store_n(entry, 0, __ATOMIC_RELEASE);
        t->freed = chain_add(t->freed, below);
    }
}

/* CPUs also cache entries of upper tables; any invalidation flushes those of the whole space (Intel
 * SDM 3, 4.10.4.1). */
void arch_tables_trim(struct space *space, uint64_t start, uint64_t end, uint64_t gap_start,
                      uint64_t gap_end)
{
    struct trim t = {start, end, gap_start, gap_end, NULL};
    trim_table(&t, page_virt(space->root), LEVELS - 1, 0);
    if (!t.freed)
        return;
    arch_tlb_flush(space, start, end);
    paging_free_chain(t.freed);
}

uint64_t arch_tables_next(uint64_t root, uint64_t addr, uint64_t end)
{
    while (addr < end) {
        uint64_t *table = page_virt(root);
        int level = LEVELS - 1;
        while (level > 0 && (table[index_at(addr, level)] & PTE_P))
            table = table_of(table[index_at(addr, level--)]);
        if (level == 0) {
            unsigned i = index_at(addr, 0);
            for (; i < 512 && addr < end; i++, addr += PAGE_SIZE)
                if (table[i] & PTE_HELD)
                    return addr;
            continue;
        }
        uint64_t span = 1ull << (12 + 9 * level);
        addr = (addr & ~(span - 1)) + span; /* nothing below this entry */
    }
    return end;
}
