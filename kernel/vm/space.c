/*
 * Address spaces; the contract is in vm/space.h.
 *
 * The regions say what may be touched, the page tables what has been touched.
 *
 * A function that removes a mapping or makes it read-only does three things in this order: it
 * changes the tables, it flushes the TLBs of the CPUs that run on them, and it drops its reference
 * to the page.  Were the page freed before the flush, another thread of the process, on another
 * CPU, could still write to it through its TLB when it already belongs to another process.
 *
 * A function that puts another page in a page's place first removes the old mapping so, and then
 * makes the new one.  If it made the new one before the flush, one thread could write to the new
 * page while another, on a CPU whose TLB has the old one, still reads the old page.  The write
 * would seem undone, and an addition to the value that was read would undo it.
 *
 * Copy on write needs no flag.  A page in a writable region that is read-only in the tables is
 * waiting for its first write: parent and child share it after fork, and whichever writes first
 * gets a copy.  When the other writes, it has the only reference left, and no copy is needed.
 *
 * Pages of shared memory (SPACE_SHARED) are all made when it is mapped, and stay writable at a
 * fork: the only fault that comes to them is beyond a file's end.  sys/sys_mem.c maps files.  Left
 * out: swapping.
 */
#include "vm/space.h"
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "core/panic.h"
#include "core/round.h"
#include "core/string.h"
#include "debug/locks.h"
#include "mm/kmem.h"
#include "mm/page.h"
#include "sched/sched.h"
#include <abi/errno.h>

#define LOWEST      0x10000 /* nothing below: so that NULL, and fields of NULL, fault */
#define FLUSH_PAGES 64      /* unmapped between two TLB flushes */

/* ---- regions; all under space->mutex ---- */

/* The first region that ends above addr, or NULL. */
static struct region *first_above(struct space *space, uint64_t addr)
{
    assert(mutex_held(&space->mutex));
    return region_above(space->regions.root, addr);
}

/* The mapped bytes in [start, end). */
static uint64_t bytes_in(struct space *space, uint64_t start, uint64_t end)
{
    uint64_t nbytes = 0;
    struct region *r;
    for (; start < end && (r = first_above(space, start)) && r->start < end; start = r->end) {
        nbytes += (r->end < end ? r->end : end) - (r->start > start ? r->start : start);
        sched_yield_if_due();
    }
    return nbytes;
}

static bool may(const struct region *r, uint32_t access)
{
    return (r->prot & (access == SPACE_READ ? SPACE_ACCESS : access)) != 0;
}

/* ---- pages; all under space->mutex ---- */

/* Drops the pages of [start, end), which no longer belong to a region, or to a new one.  A gap
 * between two regions has no pages, so a table whose addresses all lie in the gap around the range
 * is empty, and is freed. */
static void pages_unmap(struct space *space, uint64_t start, uint64_t end)
{
    void *pages[FLUSH_PAGES];
    for (uint64_t addr = start, first = start;; first = addr) {
        unsigned n = arch_tables_take(space->root, &addr, end, pages, FLUSH_PAGES);
        if (n == 0)
            break;
        arch_tlb_flush(space, first, addr);
        space->pages -= n;
        while (n > 0)
            page_free(pages[--n]);
    }
    const struct region *below = region_below(space->regions.root, start);
    const struct region *above = first_above(space, end);
    uint64_t low = below ? below->end : 0, high = above ? above->start : USER_END;
    arch_tables_trim(space, start, end, low < start ? low : start, high > end ? high : end);
}

/* A new page at addr; NULL when memory is out.  whole: the caller writes every byte. */
static void *page_make(struct space *space, uint64_t addr, uint32_t prot, bool whole)
{
    void *page = whole ? page_alloc() : page_alloc_zeroed();
    if (!page)
        return NULL;
    assert(whole || !debug_is_new(*(uint64_t *)page)); /* a program's new memory is zeros */
    if (arch_tables_set(space->root, addr, page, prot) < 0) {
        page_free(page);
        return NULL;
    }
    space->pages++;
    return page;
}

/* Handles a write to a page that is read-only in the tables, in a region that is writable. */
static int page_make_writable(struct space *space, uint64_t addr, void *page, uint32_t prot)
{
    if (page_refs(page) == 1)
        return arch_tables_set(space->root, addr, page, prot);
    void *copy = page_alloc();
    if (!copy)
        return -ENOMEM;
    memcpy(copy, page, PAGE_SIZE);
    arch_tables_clear(space->root, addr);
    arch_tlb_flush(space, addr, addr + PAGE_SIZE);
    arch_tables_set(space->root, addr, copy, prot);
    page_free(page);
    return 0;
}

int space_fault(struct space *space, uint64_t addr, uint32_t access)
{
    mutex_lock(&space->mutex);
    int error = -EFAULT;
    struct region *r = region_at(space->regions.root, addr);
    if (!r || !may(r, access))
        goto out;
    addr = round_down(addr, PAGE_SIZE);
    uint32_t prot;
    void *page = arch_tables_get(space->root, addr, &prot);
    assert(!page || prot & SPACE_READ); /* or the access would fault again, forever */
    if (!page && r->prot & SPACE_SHARED)
        error = -ENXIO;
    else if (!page)
        error = page_make(space, addr, r->prot, false) ? 0 : -ENOMEM;
    else if (access == SPACE_WRITE && !(prot & SPACE_WRITE))
        error = page_make_writable(space, addr, page, r->prot);
    else
        error = 0; /* another thread has handled the same fault */
    if (error == 0) {
        arch_tables_check(space->root, addr, access);
        arch_tables_check_most(space->root, addr, addr + PAGE_SIZE, r->prot);
    }
out:
    mutex_unlock(&space->mutex);
    return error;
}

/* ---- spaces ---- */

struct space *space_create(void)
{
    struct space *space = kmem_alloc_zeroed(sizeof(*space));
    if (!space)
        return NULL;
    mutex_init(&space->mutex, "address space");
    space->limit = UINT64_MAX;
    space->place = USER_END;
    space->root = arch_tables_create();
    if (!space->root) {
        kmem_free(space);
        return NULL;
    }
    return space;
}

void space_set_limit(struct space *space, uint64_t nbytes)
{
    __atomic_store_n(&space->limit, nbytes, __ATOMIC_RELAXED);
}

void space_destroy(struct space *space)
{
    assert(__atomic_load_n(&space->cpus, __ATOMIC_SEQ_CST) == 0);
    arch_tables_destroy(space->root);
    region_free(space->regions.root);
    kmem_free(space);
}

/* [from->mutex] Shares the pages of the regions; no other thread has the new space yet. */
static int share(struct space *to, struct space *from, const struct region *r)
{
    if (!(r->prot & SPACE_FRESH)) {
        int64_t npages = arch_tables_share(from->root, to->root, r->start, r->end);
        if (npages < 0)
            return -ENOMEM;
        to->pages += npages;
    }
    arch_tables_check_most(from->root, r->start, r->end, r->prot);
    arch_tables_check_most(to->root, r->start, r->end, r->prot);
    for (int side = 0; side < 2; side++)
        if (r->child[side] && share(to, from, r->child[side]) < 0)
            return -ENOMEM;
    return 0;
}

/* [from->mutex] */
static int copy_into(struct space *to, struct space *from)
{
    to->nbytes = from->nbytes;
    to->regions.count = from->regions.count;
    to->heap_start = from->heap_start;
    to->heap_end = from->heap_end;
    to->shares = from->shares;
    to->place = from->place;
    if (!from->regions.root)
        return 0;
    int error = region_copy(&to->regions.root, from->regions.root);
    return error ? error : share(to, from, from->regions.root);
}

struct space *space_fork(struct space *space)
{
    struct space *child = space_create();
    if (!child)
        return NULL;
    mutex_lock(&space->mutex);
    int error = copy_into(child, space);
    arch_tlb_flush(space, 0, USER_END); /* its writable pages are read-only now */
    mutex_unlock(&space->mutex);
    if (error) {
        space_destroy(child);
        return NULL;
    }
    return child;
}

/* [space->mutex] Unmaps what there is in [start, end).  -ENOMEM changes nothing. */
static int unmap(struct space *space, uint64_t start, uint64_t end)
{
    uint64_t nbytes = bytes_in(space, start, end);
    if (region_unmap(&space->regions, start, end) < 0)
        return -ENOMEM;
    space->nbytes -= nbytes;
    pages_unmap(space, start, end);
    return 0;
}

/* [space->mutex] Makes a region in place of so many bytes of others, whose pages the caller unmaps.
 * -ENOMEM changes nothing. */
static int map(struct space *space, uint64_t start, uint64_t end, uint64_t replaced, uint32_t prot)
{
    uint64_t nbytes = space->nbytes + (end - start) - replaced;
    if (nbytes > __atomic_load_n(&space->limit, __ATOMIC_RELAXED))
        return -ENOMEM;
    int error = region_map(&space->regions, start, end, prot);
    if (!error)
        space->nbytes = nbytes;
    return error;
}

/* [space->mutex] Where nbytes are free, or 0: below what it returned before.  Below that there is
 * nearly always room at once, so this takes no time, however many regions there are. */
static uint64_t find_place(struct space *space, uint64_t nbytes)
{
    uint64_t addr = region_find_gap(space->regions.root, LOWEST, space->place, nbytes);
    if (addr == 0)
        addr = region_find_gap(space->regions.root, LOWEST, USER_END, nbytes);
    if (addr != 0)
        space->place = addr;
    return addr;
}

/* Checks a range that a program named, and rounds its size up to whole pages: 0; -EINVAL if it is
 * empty or not at a page's start; `outside` if it does not lie in user memory. */
static int range_check(uint64_t addr, uint64_t *nbytes, int outside)
{
    if (*nbytes == 0 || addr % PAGE_SIZE != 0)
        return -EINVAL;
    if (*nbytes > USER_END)
        return outside;
    *nbytes = round_up(*nbytes, PAGE_SIZE);
    return user_range_ok(addr, *nbytes) ? 0 : outside;
}

int64_t space_map(struct space *space, uint64_t addr, uint64_t nbytes, uint32_t prot, bool fixed)
{
    int error = range_check(addr, &nbytes, -ENOMEM);
    if (error)
        return error;
    bool anywhere = addr == 0;
    mutex_lock(&space->mutex);
    if (anywhere)
        addr = find_place(space, nbytes);
    uint64_t end = addr + nbytes, replaced = anywhere ? 0 : bytes_in(space, addr, end);
    if (addr == 0)
        error = -ENOMEM;
    else if (addr < LOWEST || (replaced && !fixed))
        error = -EINVAL;
    else
        error = map(space, addr, end, replaced, prot);
    if (!error && replaced)
        pages_unmap(space, addr, end);
    if (!error && prot & SPACE_SHARED)
        __atomic_store_n(&space->shares, true, __ATOMIC_RELAXED);
    mutex_unlock(&space->mutex);
    return error ? error : (int64_t)addr;
}

int space_share(struct space *space, uint64_t addr, void *page, uint32_t kept)
{
    int error = 0;
    mutex_lock(&space->mutex);
    struct region *r = region_at(space->regions.root, addr);
    uint32_t prot;
    if (!r || (r->prot & REGION_KEPT) != kept) {
        error = -ENOENT;
    } else if (arch_tables_get(space->root, addr, &prot)) {
        error = 0;
    } else if (!page) {
        error = page_make(space, addr, r->prot, false) ? 0 : -ENOMEM;
    } else {
        error = arch_tables_set(space->root, addr, page, r->prot);
        if (!error) {
            page_hold(page);
            space->pages++;
        }
    }
    mutex_unlock(&space->mutex);
    sched_yield_if_due();
    return error;
}

void *space_shared(struct space *space, uint64_t addr)
{
    uint32_t prot = 0;
    if (!__atomic_load_n(&space->shares, __ATOMIC_RELAXED) || !user_range_ok(addr, 1))
        return NULL;
    mutex_lock(&space->mutex);
    void *page = arch_tables_get(space->root, round_down(addr, PAGE_SIZE), &prot);
    mutex_unlock(&space->mutex);
    return prot & SPACE_SHARED ? page : NULL;
}

int space_map_stack(struct space *space, uint64_t top, uint64_t nbytes)
{
    int64_t result = space_map(space, top - nbytes, nbytes, SPACE_READ | SPACE_WRITE, false);
    if (result >= 0)
        result = space_map(space, top - nbytes - PAGE_SIZE, PAGE_SIZE, 0, false);
    return result < 0 ? result : 0;
}

int space_unmap(struct space *space, uint64_t addr, uint64_t nbytes)
{
    int error = range_check(addr, &nbytes, -EINVAL);
    if (error)
        return error;
    mutex_lock(&space->mutex);
    error = unmap(space, addr, addr + nbytes);
    mutex_unlock(&space->mutex);
    return error;
}

void space_unmap_data(struct space *space, uint64_t kept)
{
    mutex_lock(&space->mutex);
    struct region *r;
    for (uint64_t addr = 0; (r = first_above(space, addr));) {
        bool stays = r->prot & (SPACE_EXEC | SPACE_FRESH) || (r->start <= kept && kept < r->end);
        addr = r->end;
        if (!stays)
            unmap(space, r->start, r->end); /* a whole region: that needs no memory */
    }
    mutex_unlock(&space->mutex);
}

/* ---- memory that fork does not copy ---- */

void space_unmap_fresh(struct space *space, uint64_t start, uint64_t end)
{
    mutex_lock(&space->mutex);
    struct region *r;
    for (uint64_t addr = start; (r = first_above(space, addr)) && r->start < end;) {
        addr = r->end;
        if (r->prot & SPACE_FRESH && r->start >= start && r->end <= end)
            unmap(space, r->start, r->end); /* a whole region: that needs no memory */
    }
    mutex_unlock(&space->mutex);
}

bool space_has_fresh(struct space *space, uint64_t start, uint64_t end)
{
    mutex_lock(&space->mutex);
    struct region *r = region_at(space->regions.root, start);
    bool fresh = r && r->prot & SPACE_FRESH && r->start == start && r->end == end;
    mutex_unlock(&space->mutex);
    return fresh;
}

/* ---- what is permitted ---- */

/* [space->mutex] Whether regions without a gap cover [start, end) and allow the access; access 0
 * asks only whether they cover it.  Adds their prot to *all. */
static bool covers(struct space *space, uint64_t start, uint64_t end, uint32_t access,
                   uint32_t *all)
{
    struct region *r;
    while (start < end && (r = first_above(space, start)) && r->start <= start) {
        if (access && !may(r, access))
            return false;
        *all |= r->prot;
        start = r->end;
        sched_yield_if_due();
    }
    return start >= end;
}

int space_protect(struct space *space, uint64_t addr, uint64_t nbytes, uint32_t prot)
{
    int error = range_check(addr, &nbytes, -ENOMEM);
    if (error)
        return error;
    uint64_t end = addr + nbytes;
    error = -ENOMEM; /* POSIX.1-2017, mprotect: for a range with a hole, too */
    mutex_lock(&space->mutex);
    uint32_t all = 0;
    bool covered = covers(space, addr, end, 0, &all);
    if (covered && prot & SPACE_WRITE && all & SPACE_SEALED)
        error = -EACCES;
    else if (covered && region_protect(&space->regions, addr, end, prot) == 0) {
        arch_tables_protect(space->root, addr, end, prot);
        arch_tlb_flush(space, addr, end);
        arch_tables_check_most(space->root, addr, end, prot);
        error = 0;
    }
    mutex_unlock(&space->mutex);
    return error;
}

uint64_t space_brk(struct space *space, uint64_t end)
{
    mutex_lock(&space->mutex);
    uint64_t old_top = round_up(space->heap_end, PAGE_SIZE), top = round_up(end, PAGE_SIZE);
    if (end < space->heap_start || end > USER_END)
        goto out;
    if (top < old_top && unmap(space, top, old_top) < 0)
        goto out;
    if (top > old_top && (bytes_in(space, old_top, top) > 0 ||
                          map(space, old_top, top, 0, SPACE_READ | SPACE_WRITE) < 0))
        goto out;
    space->heap_end = end;
out:
    end = space->heap_end;
    mutex_unlock(&space->mutex);
    return end;
}

bool space_allows(struct space *space, uint64_t addr, uint64_t nbytes, uint32_t access)
{
    if (!user_range_ok(addr, nbytes))
        return false;
    mutex_lock(&space->mutex);
    uint32_t all = 0;
    bool ok = covers(space, addr, addr + nbytes, access, &all);
    mutex_unlock(&space->mutex);
    return ok;
}

int space_peek(struct space *space, uint64_t addr, void *dst, size_t nbytes)
{
    if (!user_range_ok(addr, nbytes))
        return -EFAULT;
    mutex_lock(&space->mutex);
    for (size_t done = 0, n; done < nbytes; done += n) {
        uint64_t at = addr + done, offset = at % PAGE_SIZE;
        uint32_t prot;
        const char *page = arch_tables_get(space->root, at - offset, &prot);
        n = PAGE_SIZE - offset < nbytes - done ? PAGE_SIZE - offset : nbytes - done;
        if (page)
            memcpy((char *)dst + done, page + offset, n);
        else
            memset((char *)dst + done, 0, n);
    }
    mutex_unlock(&space->mutex);
    return 0;
}

uint64_t space_next(struct space *space, uint64_t addr, uint64_t end)
{
    mutex_lock(&space->mutex);
    uint64_t page = arch_tables_next(space->root, round_down(addr, PAGE_SIZE), end);
    mutex_unlock(&space->mutex);
    return page < addr ? addr : page < end ? page : end;
}

void *space_page(struct space *space, uint64_t addr, bool whole)
{
    addr = round_down(addr, PAGE_SIZE);
    mutex_lock(&space->mutex);
    struct region *r = region_at(space->regions.root, addr);
    assert(r);
    uint32_t prot;
    void *page = arch_tables_get(space->root, addr, &prot);
    if (!page)
        page = page_make(space, addr, r->prot, whole);
    arch_tables_check_most(space->root, addr, addr + PAGE_SIZE, r->prot);
    mutex_unlock(&space->mutex);
    return page;
}
