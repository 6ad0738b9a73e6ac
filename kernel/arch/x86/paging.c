/*
 * The kernel's half of the page tables.
 *
 * It is the same in all spaces: entry 256 of the top table maps physical memory and devices at
 * PHYS_BASE, 384 the kernel stacks (stack.c), 511 the kernel's image.  The three tables below these
 * entries are made at boot and shared by all spaces, so a change in them takes effect in all.  Only
 * mappings of kernel stacks are ever removed.
 */
#include "arch/x86/paging.h"
#include "arch/device.h"
#include "arch/x86/layout.h"
#include "arch/x86/registers.h"
#include "core/panic.h"
#include "core/round.h"
#include "mm/page.h"
#include <abi/errno.h>

#define LARGE_BYTES (2ull << 20)

extern char kernel_start[], kernel_text_end[], kernel_rodata_end[], kernel_end[];
extern char boot_stack_guard[];

uint64_t paging_kernel_root;

static void map_kernel(uint64_t addr, uint64_t phys, uint64_t nbytes, uint64_t flags)
{
    while (nbytes > 0) {
        bool large = ((addr | phys) & (LARGE_BYTES - 1)) == 0 && nbytes >= LARGE_BYTES;
        uint64_t step = large ? LARGE_BYTES : PAGE_SIZE;
        uint64_t *entry = paging_entry(paging_kernel_root, addr, 1, true, 0);
        if (entry && !large && !(*entry & PTE_LARGE))
            entry = paging_entry(paging_kernel_root, addr, 0, true, 0);
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
    uint64_t start = round_down(phys, PAGE_SIZE);
    uint64_t end = round_up(phys + nbytes, PAGE_SIZE);
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

/* Not global, so that loading CR3 flushes them (arch_tlb_flush). */
int paging_map_stack(uint64_t addr, void *pages[], unsigned npages)
{
    uint64_t *entry = paging_entry(paging_kernel_root, addr, 0, true, 0);
    if (!entry)
        return -ENOMEM;
    assert(paging_index(addr, 0) + npages <= 512);
    for (unsigned i = 0; i < npages; i++)
        entry[i] = page_phys(pages[i]) | PTE_P | PTE_W | PTE_NX;
    return 0;
}

struct page_chain *paging_chain_add(struct page_chain *chain, void *page)
{
    struct page_chain *first = page;
    first->next = chain;
    return first;
}

struct page_chain *paging_unmap_stack(uint64_t addr, unsigned npages, struct page_chain *chain)
{
    uint64_t *entry = paging_entry(paging_kernel_root, addr, 0, false, 0);
    for (unsigned i = 0; i < npages; i++) {
        chain = paging_chain_add(chain, paging_table(entry[i]));
        __atomic_store_n(&entry[i], 0, __ATOMIC_RELEASE);
    }
    return chain;
}

size_t paging_chain_free(struct page_chain *chain)
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

static void map_image(const char *start, const char *end, uint64_t flags)
{
    map_kernel((uint64_t)start, (uint64_t)start - KERNEL_BASE, end - start, flags);
}

/* Still on the boot tables, which map the first GiB.  Code is read-only and executable, data
 * writable and not executable, constants neither.  Through PHYS_BASE the image's pages are writable
 * all the same, like all memory, but not executable. */
void paging_init(uint64_t memory_end)
{
    void *root = page_alloc_zeroed();
    assert(root);
    paging_kernel_root = page_phys(root);
    paging_entry(paging_kernel_root, STACK_AREA, PAGING_LEVELS - 2, true, 0);
    map_physical(0, memory_end, 0);
    map_image(kernel_start, kernel_text_end, 0);
    map_image(kernel_text_end, kernel_rodata_end, PTE_NX);
    map_image(kernel_rodata_end, kernel_end, PTE_W | PTE_NX);
    *paging_entry(paging_kernel_root, (uint64_t)boot_stack_guard, 0, false, 0) = 0;
    write_cr3(paging_kernel_root);
}
