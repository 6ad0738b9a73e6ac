/*
 * Address spaces: what a process may touch, and the page tables that make it so.
 *
 * A space has regions (vm/region.h) of private zero-filled memory with one protection each; exec
 * writes a program's bytes into them.  Pages come at the first touch.  fork shares every page
 * read-only and copies at the first write (page_refs() > 1).
 *
 * Lock: space.mutex guards the regions and the page tables' contents.  It is the innermost mutex: a
 * page fault takes it whatever mutex the thread holds, so user memory must not be touched while
 * holding it.  Long work gives up the CPU in between, after each region or table and some pages,
 * but keeps the mutex.  A page fault may come in the middle of a call that holds an inode, which
 * other processes wait for: they then wait for a turn of each thread that wants the space, too.
 *
 * Errors: -ENOMEM (no page or no room), -EFAULT (no such mapping or not allowed), -EINVAL.  Of a
 * range that does not lie in user memory: -ENOMEM, of space_unmap() -EINVAL (POSIX.1-2017).
 */
#ifndef VM_SPACE_H
#define VM_SPACE_H

#include "sched/mutex.h"
#include "vm/region.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPACE_READ   1u /* the values of PROT_READ, PROT_WRITE, PROT_EXEC */
#define SPACE_WRITE  2u
#define SPACE_EXEC   4u
#define SPACE_ACCESS (SPACE_READ | SPACE_WRITE | SPACE_EXEC)
#define SPACE_SHARED 8u  /* fork shares the pages; none comes at a touch: space_share() */
#define SPACE_SEALED 16u /* space_protect() never permits writing: -EACCES */
#define SPACE_FRESH  32u /* the kernel's own data: fork does not copy it */

struct space {
    struct mutex mutex;
    struct regions regions;
    uint64_t root;       /* physical address of the top page table */
    uint64_t heap_start; /* brk: fixed by exec */
    uint64_t heap_end;   /* as the program set it: any byte, not only whole pages */
    uint64_t place;      /* the next mapping without an address comes below */
    uint64_t pages;      /* pages mapped, for ps */
    uint64_t nbytes;     /* of all regions, and */
    uint64_t limit;      /* atomic: what they may be */
    uint32_t cpus;       /* atomic: CPUs that run on these tables, one bit each */
    bool shares;         /* atomic: it has or had a region with SPACE_SHARED */
};

struct space *space_create(void);              /* empty; NULL when memory is out */
struct space *space_fork(struct space *space); /* NULL when memory is out */
void space_destroy(struct space *space);       /* no CPU runs on it any more */

/* At first there is none; what is mapped already stays.  Never sleeps. */
void space_set_limit(struct space *space, uint64_t nbytes);

/* Makes a region of zeros.  addr 0: anywhere, below the one before while there is room, otherwise
 * in the highest gap.  Another addr: exactly there, replacing the old regions (fixed) or failing
 * with -EINVAL if there are any.  Returns the address, or an error that changes nothing. */
int64_t space_map(struct space *space, uint64_t addr, uint64_t nbytes, uint32_t prot, bool fixed);

/* Maps the page, or NULL: a new one of zeros, at addr of a range that was just mapped, whose prot
 * had these bits of REGION_KEPT.  A page that is there stays.  -ENOMEM; -ENOENT if another thread
 * has unmapped the range, or put another there. */
int space_share(struct space *space, uint64_t addr, void *page, uint32_t kept);

/* The shared page at addr, for its kernel address; NULL if there is none. */
void *space_shared(struct space *space, uint64_t addr);

/* The main stack: nbytes below top, readable and writable, with a guard page below it. */
int space_map_stack(struct space *space, uint64_t top, uint64_t nbytes);
int space_unmap(struct space *space, uint64_t addr, uint64_t nbytes);
int space_protect(struct space *space, uint64_t addr, uint64_t nbytes, uint32_t prot);

/* Unmaps all regions but code, those with SPACE_FRESH and the one at `kept`.  Needs no memory. */
void space_unmap_data(struct space *space, uint64_t kept);

/*
 * SPACE_FRESH: memory that the kernel adds to a process for its own data.  Unlike other memory fork
 * does not copy it: the child has zeros at the same addresses.  The program may unmap or replace
 * it, in part or as a whole: the functions below leave what it has put there alone.
 */
void space_unmap_fresh(struct space *space, uint64_t start, uint64_t end); /* what is left of it */
bool space_has_fresh(struct space *space, uint64_t start, uint64_t end); /* all of it, as it was */

/* brk(2): moves the heap's end; returns the end, which is the old one if it could not move. */
uint64_t space_brk(struct space *space, uint64_t end);

/* Handles a page fault at addr, on an access of kind SPACE_READ, _WRITE or _EXEC: 0 when the access
 * can be tried again; -ENXIO: SPACE_SHARED has no page there, for a file's end. */
int space_fault(struct space *space, uint64_t addr, uint32_t access);

/* Whether the whole range is memory that the program may access so.  Touches nothing. */
bool space_allows(struct space *space, uint64_t addr, uint64_t nbytes, uint32_t access);

/* Copies the memory at addr, whatever its protection, and touches nothing: a byte is 0 if its page
 * is not there (never touched, or not mapped).  -EFAULT: the range does not lie in user memory. */
int space_peek(struct space *space, uint64_t addr, void *dst, size_t nbytes);

/* The first address in [addr, end), all of it user memory, whose page is there; end if there is
 * none. */
uint64_t space_next(struct space *space, uint64_t addr, uint64_t end);

/* exec: the page at addr of a space that is not running yet, whatever the region's protection, made
 * if need be; by its kernel address.  whole: the caller writes every byte.  NULL when memory is
 * out. */
void *space_page(struct space *space, uint64_t addr, bool whole);

#endif
