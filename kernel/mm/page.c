/*
 * The page allocator: three stacks of free pages, of those that held code, those that are all zero
 * and the others, linked through an array with an entry for each page of physical memory.  The same
 * entries hold the reference counts.
 */
#include "mm/page.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/round.h"
#include "core/spin.h"
#include "core/string.h"
#include "debug/tag.h"
#include "mm/fail.h"
#include "mm/kmem.h"

#define NO_FRAME UINT32_MAX

enum content { DATA, ZERO, CODE, CONTENTS };

struct frame {
    uint32_t refs; /* 0: free, or not memory at all */
    uint32_t next; /* free: [lock] the next on its stack, by number; in use: enum content */
    struct tag tag;
};

static struct spinlock lock = SPINLOCK_INIT("pages");
static struct frame *frames;
static uint32_t nframes;
static uint32_t first_free[CONTENTS] = {NO_FRAME, NO_FRAME, NO_FRAME}; /* [lock] */
static size_t nfree, ntotal;                                           /* [lock] */
static size_t (*reclaim)(void);                                        /* fixed at boot */
static size_t nreserve;                                                /* fixed at boot: pages */
static bool (*may_use_reserve)(void);                                  /* fixed at boot */

static uint32_t frame_number(const void *page)
{
    uint64_t phys = page_phys(page);
    assert(phys % PAGE_SIZE == 0 && phys / PAGE_SIZE < nframes);
    return phys / PAGE_SIZE;
}

size_t page_init(uint64_t memory_end, void *table)
{
    nframes = memory_end / PAGE_SIZE;
    frames = table;
    return nframes * sizeof(*frames);
}

void page_add_range(uint64_t start, uint64_t end)
{
    uint64_t first = div_round_up(start, PAGE_SIZE);
    spin_lock(&lock);
    for (uint64_t n = end / PAGE_SIZE; n > first; n--) { /* so that low pages are allocated first */
        frames[n - 1].next = first_free[DATA];
        first_free[DATA] = n - 1;
        nfree++;
        ntotal++;
    }
    spin_unlock(&lock);
}

/* Takes a page with such content, or if there is none, another, one that held code last; *content
 * is then which. */
static void *free_pop(enum content *content, void *pc)
{
    void *page = NULL;
    spin_lock(&lock);
    if (first_free[*content] == NO_FRAME)
        *content = first_free[DATA] != NO_FRAME ? DATA : first_free[ZERO] != NO_FRAME ? ZERO : CODE;
    uint32_t n = first_free[*content];
    if (nfree <= nreserve && nreserve > 0 && !may_use_reserve())
        n = NO_FRAME;
    if (n != NO_FRAME) {
        first_free[*content] = frames[n].next;
        nfree--;
        assert(frames[n].refs == 0);
        frames[n].refs = 1;
        frames[n].next = DATA;
        page = page_virt((uint64_t)n * PAGE_SIZE);
        tag_alloc(&frames[n].tag, page, PAGE_SIZE, pc);
    }
    spin_unlock(&lock);
    return page;
}

void page_set_reclaim(size_t (*function)(void))
{
    reclaim = function;
}

void page_set_reserve(size_t npages, bool (*may_use)(void))
{
    may_use_reserve = may_use;
    nreserve = npages;
}

/* One CPU at a time: a second CPU would not find the pages that the first is just taking back, and
 * its allocation would fail.  A CPU waits for its turn with interrupts on, as in arch/x86/tlb.c. */
bool page_reclaim(void)
{
    static bool busy; /* atomic */
    if (irq_is_held() || !reclaim)
        return false;
    while (__atomic_exchange_n(&busy, true, __ATOMIC_ACQUIRE))
        machine_pause();
    size_t n = reclaim();
    __atomic_store_n(&busy, false, __ATOMIC_RELEASE);
    return n > 0;
}

static void *alloc(bool zeroed, void *pc)
{
    enum content content = zeroed ? ZERO : DATA;
    void *page = free_pop(&content, pc);
    for (bool any = true; !page && any; page = free_pop(&content, pc))
        any = page_reclaim(); /* if not, another CPU may have freed some while this one waited */
    if (page && content != ZERO && (zeroed || content == CODE))
        memset(page, 0, PAGE_SIZE);
    return page;
}

void *page_alloc(void)
{
    return fail_here() ? NULL : alloc(false, __builtin_return_address(0));
}

void *page_alloc_zeroed(void)
{
    return fail_here() ? NULL : alloc(true, __builtin_return_address(0));
}

void *page_alloc_inner(void)
{
    return alloc(false, __builtin_return_address(0));
}

void *page_array_alloc(size_t n)
{
    void **pages = page_alloc_zeroed();
    assert(n <= PAGE_ARRAY_MAX);
    for (size_t i = 0; pages && i < n; i++)
        if (!(pages[i] = page_alloc_zeroed())) {
            page_array_free(pages);
            return NULL;
        }
    return pages;
}

void page_array_free(void *array)
{
    void **pages = array;
    for (size_t i = 0; pages && i < PAGE_ARRAY_MAX && pages[i]; i++)
        page_free(pages[i]);
    if (pages)
        page_free(pages);
}

void page_mark_code(void *page)
{
    __atomic_store_n(&frames[frame_number(page)].next, CODE, __ATOMIC_RELAXED);
}

void page_mark_zero(void *page)
{
#ifndef DEBUG /* a free page has the bytes that free memory is filled with (debug/tag.h) */
    frames[frame_number(page)].next = ZERO;
#else
    (void)page;
#endif
}

static _Noreturn void panic_unused(const struct frame *frame, const void *page, const char *what)
{
    tag_print(&frame->tag);
    panic("the page %p is %s, and is free", page, what);
}

void page_hold(void *page)
{
    struct frame *frame = &frames[frame_number(page)];
    if (__atomic_fetch_add(&frame->refs, 1, __ATOMIC_RELAXED) == 0)
        panic_unused(frame, page, "referenced");
}

void page_free(void *page)
{
    uint32_t n = frame_number(page);
    uint32_t before = __atomic_fetch_sub(&frames[n].refs, 1, __ATOMIC_ACQ_REL);
    if (before == 0)
        panic_unused(&frames[n], page, "freed");
    if (before > 1)
        return;
    spin_lock(&lock);
    tag_free(&frames[n].tag, page, PAGE_SIZE, __builtin_return_address(0));
    enum content content = frames[n].next;
    frames[n].next = first_free[content];
    first_free[content] = n;
    nfree++;
    spin_unlock(&lock);
}

uint32_t page_refs(void *page)
{
    return __atomic_load_n(&frames[frame_number(page)].refs, __ATOMIC_ACQUIRE);
}

size_t page_count_free(void)
{
    return nfree;
}

size_t page_count_spare(void)
{
    size_t n = nfree;
    return n > nreserve ? n - nreserve : 0;
}

size_t page_count_total(void)
{
    return ntotal;
}

#ifdef DEBUG
bool page_is_memory(uint64_t addr)
{
    return (addr - PHYS_BASE) / PAGE_SIZE < nframes;
}

void page_set_slab(void *page)
{
    frames[frame_number(page)].tag.state = TAG_SLAB;
}

static void print_page(const struct tag *tag, const void *page)
{
    print("the page %p:\n", page);
    tag_print(tag);
}

void page_tags_print(uint64_t addr, bool is_freed)
{
    if (!page_is_memory(addr))
        return;
    uint64_t n = (addr - PHYS_BASE) / PAGE_SIZE;
    const void *page = page_virt(n * PAGE_SIZE);
    if (frames[n].tag.state == TAG_FREED && is_freed)
        print_page(&frames[n].tag, page);
    if (frames[n].tag.state == TAG_SLAB)
        kmem_tags_print(page, addr, is_freed);
}

void page_tags_visit(void)
{
    for (uint32_t n = 0; n < nframes; n++) {
        void *page = page_virt((uint64_t)n * PAGE_SIZE);
        const struct tag *tag = &frames[n].tag;
        spin_lock(&lock);
        tag_check(tag, page, PAGE_SIZE);
        if (tag_is_left(tag))
            print_page(tag, page);
        else if (tag->state == TAG_SLAB)
            kmem_tags_visit(page);
        spin_unlock(&lock);
    }
}
#endif
