/*
 * The page tables of address spaces.
 *
 * PTE_HELD is set as long as a user page belongs to the space, PTE_P only while some access is
 * permitted: mprotect(PROT_NONE) clears P and keeps the page.
 */
#include "arch/arch.h"
#include "arch/x86/paging.h"
#include "arch/x86/registers.h"
#include "arch/x86/tlb.h"
#include "core/panic.h"
#include "core/string.h"
#include "mm/page.h"
#include "sched/sched.h"
#include "vm/space.h"
#include <abi/errno.h>

uint64_t arch_tables_create(void)
{
    uint64_t *root = page_alloc();
    if (!root)
        return 0;
    memset(root, 0, PAGE_SIZE / 2);
    memcpy(root + 256, (uint64_t *)page_virt(paging_kernel_root) + 256, PAGE_SIZE / 2);
    return page_phys(root);
}

#define GROUP 8 /* entries; most groups are 0 */

static bool is_empty(const uint64_t *e)
{
    return !(e[0] | e[1] | e[2] | e[3] | e[4] | e[5] | e[6] | e[7]);
}

static void tables_free(uint64_t *table, int level, uint64_t above);

static void group_free(uint64_t *entries, int level)
{
    for (unsigned i = 0; i < GROUP; i++) {
        if (!(entries[i] & (level > 0 ? PTE_P : PTE_HELD)))
            continue;
        uint64_t *below = paging_table(entries[i]);
        if (level > 0)
            tables_free(below, level - 1, entries[i]);
        else
            page_free(below);
    }
    memset(entries, 0, GROUP * sizeof(*entries));
}

/* `above` has the bits of the parts in use.  Others have their turns at each part: with DEBUG=1 a
 * page takes thousands of instructions. */
static void tables_free(uint64_t *table, int level, uint64_t above)
{
    for (unsigned part = 0; part < 512; part += PAGING_PART) {
        if (!(above & paging_part(part)))
            continue;
        sched_yield_if_due();
        for (unsigned i = part; i < part + PAGING_PART; i += GROUP)
            if (!is_empty(&table[i]))
                group_free(&table[i], level);
    }
    if (level < PAGING_LEVELS - 1) /* the top table has the kernel's half */
        page_mark_zero(table);
    page_free(table);
}

void arch_tables_destroy(uint64_t root)
{
    uint64_t user = paging_part(256) - paging_part(0);
    tables_free(page_virt(root), PAGING_LEVELS - 1, user);
}

/* The next entry of the same part of a lowest-level table; NULL if that is at its end. */
static uint64_t *entry_after(uint64_t *entry, uint64_t *addr)
{
    *addr += PAGE_SIZE;
    return paging_index(*addr, 0) % PAGING_PART ? entry + 1 : NULL;
}

/* The entry of *addr; NULL if there is no page near it: then moves *addr to the next part. */
static uint64_t *entry_at(uint64_t root, uint64_t *addr)
{
    uint64_t *table = page_virt(root), above = UINT64_MAX;
    int level = PAGING_LEVELS - 1;
    for (; level > 0 && (table[paging_index(*addr, level)] & PTE_P); level--) {
        above = table[paging_index(*addr, level)];
        table = paging_table(above);
    }
    if (level == 0 && above & paging_part(paging_index(*addr, 0)))
        return &table[paging_index(*addr, 0)];
    uint64_t span = level == 0 ? PAGING_PART * PAGE_SIZE : 1ull << (12 + 9 * level);
    *addr = (*addr & ~(span - 1)) + span;
    return NULL;
}

/* The entry of the first page at or above *addr, which is set to its address; NULL if there is none
 * below end.  `last`: the entry that the call before has returned: behind it; NULL: there was none.
 * It gives way in between. */
static uint64_t *entry_next(uint64_t root, uint64_t *addr, uint64_t end, uint64_t *last)
{
    uint64_t *entry = last ? entry_after(last, addr) : NULL;
    while (*addr < end) {
        if (!entry) {
            sched_yield_if_due();
            entry = entry_at(root, addr);
        } else if (*entry & PTE_HELD) {
            return entry;
        } else {
            entry = entry_after(entry, addr);
        }
    }
    return NULL;
}

int64_t arch_tables_share(uint64_t from, uint64_t to, uint64_t start, uint64_t end)
{
    tlb_outdated(from, __builtin_return_address(0));
    int64_t npages = 0;
    uint64_t *source;
    while ((source = entry_next(from, &start, end, NULL))) {
        uint64_t *target = paging_entry(to, start, 0, true, PTE_U);
        if (!target)
            return -ENOMEM;
        for (; source && start < end; source = entry_after(source, &start), target++) {
            if (!(*source & PTE_HELD))
                continue;
            if (!(*source & PTE_SHARED))
                *source &= ~PTE_W;
            *target = *source;
            page_hold(paging_table(*source));
            npages++;
        }
    }
    return npages;
}

unsigned arch_tables_take(uint64_t root, uint64_t *addr, uint64_t end, void *pages[], unsigned most)
{
    unsigned n = 0;
    uint64_t *entry = NULL;
    while (n < most && (entry = entry_next(root, addr, end, entry))) {
        pages[n++] = paging_table(*entry);
        __atomic_store_n(entry, 0, __ATOMIC_RELEASE);
    }
    if (entry)
        *addr += PAGE_SIZE; /* behind the last */
    if (n > 0)
        tlb_outdated(root, __builtin_return_address(0));
    return n;
}

void *arch_tables_get(uint64_t root, uint64_t addr, uint32_t *prot)
{
    uint64_t *entry = paging_entry(root, addr, 0, false, 0);
    if (!entry || !(*entry & PTE_HELD))
        return NULL;
    *prot = *entry & PTE_SHARED ? SPACE_SHARED : 0;
    if (*entry & PTE_P)
        *prot |=
            SPACE_READ | (*entry & PTE_W ? SPACE_WRITE : 0) | (*entry & PTE_NX ? 0 : SPACE_EXEC);
    return page_virt(*entry & PTE_ADDRESS);
}

#ifdef DEBUG
/* As the CPU goes through them (Intel SDM 3, 4.6). */
void arch_tables_check(uint64_t root, uint64_t addr, uint32_t access)
{
    if ((read_cr3() & PTE_ADDRESS) != root)
        panic(
            "the page fault at 0x%lx is handled, and would come again and again: cr3 is 0x%lx, and "
            "the thread's page tables are at 0x%lx",
            addr, read_cr3(), root);
    uint64_t *table = page_virt(root), entry;
    for (int level = PAGING_LEVELS - 1; level >= 0; level--, table = paging_table(entry)) {
        entry = table[paging_index(addr, level)];
        const char *wrong = !(entry & PTE_P)                            ? "lacks PTE_P"
                            : !(entry & PTE_U)                          ? "lacks PTE_U"
                            : access == SPACE_WRITE && !(entry & PTE_W) ? "lacks PTE_W"
                            : level == 0 && entry & PTE_GLOBAL          ? "has PTE_GLOBAL"
                            : access == SPACE_EXEC && entry & PTE_NX    ? "has PTE_NX"
                                                                        : NULL;
        if (wrong)
            panic("the page fault at 0x%lx is handled, and would come again and again: the page "
                  "tables do not permit the access, as the entry 0x%lx of level %d %s",
                  addr, entry, level, wrong);
    }
}

/* How an entry permits more than prot; NULL: it does not. */
static const char *excess(uint64_t entry, uint32_t prot)
{
    return !(entry & PTE_P)                            ? NULL
           : !(prot & SPACE_ACCESS)                    ? "has PTE_P"
           : entry & PTE_W && !(prot & SPACE_WRITE)    ? "has PTE_W"
           : !(entry & PTE_NX) && !(prot & SPACE_EXEC) ? "lacks PTE_NX"
           : entry & PTE_W && !(entry & PTE_SHARED) && page_refs(paging_table(entry)) > 1
               ? "has PTE_W, and the page is another space's, too"
               : NULL;
}

void arch_tables_check_most(uint64_t root, uint64_t start, uint64_t end, uint32_t prot)
{
    uint64_t *entry = NULL;
    while ((entry = entry_next(root, &start, end, entry))) {
        const char *wrong = excess(*entry, prot);
        if (wrong)
            panic("the page tables permit at 0x%lx what the program must not do: the entry, 0x%lx, "
                  "%s",
                  start, *entry, wrong);
    }
}
#endif

static void entry_set(uint64_t *entry, void *page, uint32_t prot)
{
    uint64_t value = page_phys(page) | PTE_HELD | PTE_U;
    if (prot & SPACE_ACCESS)
        value |= PTE_P;
    if (prot & SPACE_SHARED)
        value |= PTE_SHARED;
    if (prot & SPACE_WRITE)
        value |= PTE_W;
    if (prot & SPACE_EXEC)
        page_mark_code(page);
    else
        value |= PTE_NX;
    __atomic_store_n(entry, value, __ATOMIC_RELEASE);
}

int arch_tables_set(uint64_t root, uint64_t addr, void *page, uint32_t prot)
{
    uint64_t *entry = paging_entry(root, addr, 0, true, PTE_U);
    if (!entry)
        return -ENOMEM;
    if (*entry & PTE_P && page_virt(*entry & PTE_ADDRESS) != page)
        tlb_outdated(root, __builtin_return_address(0));
    entry_set(entry, page, prot);
    return 0;
}

/* A shared page that may be written is present all the same, and so can be read: its first write
 * finds it so (space_fault()). */
void arch_tables_protect(uint64_t root, uint64_t start, uint64_t end, uint32_t prot)
{
    tlb_outdated(root, __builtin_return_address(0));
    uint64_t *entry = NULL;
    while ((entry = entry_next(root, &start, end, entry))) {
        void *page = paging_table(*entry);
        uint32_t shared = *entry & PTE_SHARED ? SPACE_SHARED : 0;
        if (prot & SPACE_WRITE && !shared && page_refs(page) > 1)
            entry_set(entry, page, (prot & ~SPACE_WRITE) | SPACE_READ);
        else
            entry_set(entry, page, prot | shared);
    }
}

void arch_tables_clear(uint64_t root, uint64_t addr)
{
    uint64_t *entry = paging_entry(root, addr, 0, false, 0);
    if (entry)
        __atomic_store_n(entry, 0, __ATOMIC_RELEASE);
    tlb_outdated(root, __builtin_return_address(0));
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
        uint64_t *entry = &table[paging_index(addr, level)];
        if (!(*entry & PTE_P))
            continue;
        uint64_t *below = paging_table(*entry);
        if (level > 1)
            trim_table(t, below, level - 1, addr);
        if (addr < t->gap_start || addr + span > t->gap_end)
            continue;
        __atomic_store_n(entry, 0, __ATOMIC_RELEASE);
        t->freed = paging_chain_add(t->freed, below);
    }
    if (level == 1)
        sched_yield_if_due();
}

/* CPUs also cache entries of upper tables; any invalidation flushes those of the whole space (Intel
 * SDM 3, 4.10.4.1). */
void arch_tables_trim(struct space *space, uint64_t start, uint64_t end, uint64_t gap_start,
                      uint64_t gap_end)
{
    struct trim t = {start, end, gap_start, gap_end, NULL};
    trim_table(&t, page_virt(space->root), PAGING_LEVELS - 1, 0);
    if (!t.freed)
        return;
    arch_tlb_flush(space, start, end);
    for (struct page_chain *next; t.freed; t.freed = next) {
        next = t.freed->next;
        page_free(t.freed);
        sched_yield_if_due();
    }
}

uint64_t arch_tables_next(uint64_t root, uint64_t addr, uint64_t end)
{
    return entry_next(root, &addr, end, NULL) ? addr : end;
}
