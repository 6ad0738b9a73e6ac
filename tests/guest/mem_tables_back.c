/* munmap frees the page tables that are no longer needed, and no others: what stays mapped beside
 * them keeps its contents. */
/* machine: det=1 cpus=2 mem=32M */
#include "pages_available.h"

#define STRIDE (2ull << 20) /* what one lowest table is for */
#define TABLES 1500
#define LARGE  (1ull << 30) /* what one of the tables above is for */

static char *map_at(uint64_t address, size_t nbytes)
{
    void *p = mmap((void *)address, nbytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    CHECK_EQ((uint64_t)p, address);
    return p;
}

/* One page for each table, all unmapped at once; alone in its part of the address space. */
static void all_at_once(void)
{
    char *p = map_at(64 * LARGE, TABLES * STRIDE);
    for (size_t i = 0; i < TABLES; i++)
        p[i * STRIDE] = 1;
    CHECK_EQ(munmap(p, TABLES * STRIDE), 0);
}

/* A page at a time: each was its table's last. */
static void one_by_one(void)
{
    for (size_t i = 0; i < TABLES; i++) {
        char *p = map_at(64 * LARGE + i * STRIDE, PAGE_SIZE);
        *p = 1;
        CHECK_EQ(munmap(p, PAGE_SIZE), 0);
    }
}

/* Halves of a table's part, and what is on both sides of it, stay until they go too. */
static void neighbours(void)
{
    uint64_t middle = 96 * LARGE; /* where one upper table ends and the next begins */
    char *p = map_at(middle - 2 * STRIDE, 4 * STRIDE);
    for (size_t at = 0; at < 4 * STRIDE; at += STRIDE / 2)
        p[at] = at / (STRIDE / 2) + 1;
    CHECK_EQ(munmap(p + STRIDE / 2, STRIDE / 2), 0);      /* half a table */
    CHECK_EQ(munmap(p + STRIDE, STRIDE + STRIDE / 2), 0); /* one, and half of the next */
    CHECK_EQ(p[0], 1);
    CHECK_EQ(p[5 * STRIDE / 2], 6);
    CHECK_EQ(p[3 * STRIDE], 7);
    CHECK_EQ(p[7 * STRIDE / 2], 8);
    CHECK_EQ(munmap(p, STRIDE / 2), 0);
    CHECK_EQ(munmap(p + 3 * STRIDE, STRIDE), 0);
    CHECK_EQ(p[5 * STRIDE / 2], 6);
    p = map_at(middle - 2 * STRIDE, 4 * STRIDE);
    for (size_t at = 0; at < 4 * STRIDE; at += PAGE_SIZE)
        CHECK_EQ(p[at], 0);
    CHECK_EQ(munmap(p, 4 * STRIDE), 0);
}

int main(void)
{
    size_t before = pages_at_start();
    all_at_once();
    check_freed(before, "tables unmapped all at once");
    one_by_one();
    check_freed(before, "tables unmapped one by one");
    neighbours();
    check_freed(before, "parts of tables unmapped");
    return 0;
}
