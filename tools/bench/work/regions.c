/*
 * Measures the calls on memory, and a page fault, in a process with 10, 1 000 and 16 000 regions.
 * Then it measures the calls on 1 MiB of touched pages.  For `make bench`, in the form of bench.c.
 */
#include "measure.h"
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

#define PAGE_SIZE 4096u
#define RW        (PROT_READ | PROT_WRITE)
#define PLACES    100u /* for each work, evenly spaced */

static char *map(size_t nbytes, int prot)
{
    char *p = mmap(NULL, nbytes, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED, "mmap");
    return p;
}

static void touch(volatile char *p)
{
    *p = 1;
}

enum work { FAULT, MPROTECT, MUNMAP, MMAP, WORKS };
static const char *const names[WORKS] = {"fault", "mprotect", "munmap", "mmap"};

static char *mapped; /* last, by MMAP; the others lie above it */

static void work_at(enum work work, char *page)
{
    static int prot = PROT_READ;
    if (work == MUNMAP)
        must(munmap(page, PAGE_SIZE) == 0, "munmap");
    else if (work == MMAP)
        mapped = map(PAGE_SIZE, prot ^= PROT_EXEC); /* unlike the page before it */
    else if (work == FAULT)
        touch(page);
    else
        must(mprotect(page, PAGE_SIZE, PROT_READ) == 0, "mprotect");
}

/* Neighbour pages differ in their rights, so that each page is a region. */
static void with_regions(unsigned n)
{
    char *p = map((size_t)n * PAGE_SIZE, RW);
    for (unsigned i = 0; i < n; i += 2)
        must(mprotect(p + (size_t)i * PAGE_SIZE, PAGE_SIZE, RW | PROT_EXEC) == 0, "mprotect");
    unsigned places = n / 2 < PLACES ? n / 2 : PLACES, step = n / places & ~1u;
    for (enum work work = 0; work < WORKS; work++) {
        uint64_t start = instructions();
        for (unsigned i = 0; i < places; i++)
            work_at(work, p + (size_t)i * step * PAGE_SIZE);
        printf("%s-%u\t%llu\n", names[work], n,
               (unsigned long long)((instructions() - start) / places));
    }
    must(munmap(mapped, (size_t)places * PAGE_SIZE) == 0, "munmap");
    must(munmap(p, (size_t)n * PAGE_SIZE) == 0, "munmap");
}

static void large(void)
{
    const size_t size = 1 << 20;
    char *p = map(size, RW);
    for (size_t i = 0; i < size; i += PAGE_SIZE)
        touch(p + i);
    uint64_t start = instructions();
    must(mprotect(p, size, PROT_READ) == 0, "mprotect");
    uint64_t protected = instructions();
    must(munmap(p, size) == 0, "munmap");
    uint64_t unmapped = instructions();
    printf("mprotect-1m\t%llu\n", (unsigned long long)(protected - start));
    printf("munmap-1m\t%llu\n", (unsigned long long)(unmapped - protected));
}

int main(void)
{
    static const unsigned counts[] = {10, 1000, 16000};
    for (unsigned i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        with_regions(counts[i]);
    large();
    return 0;
}
