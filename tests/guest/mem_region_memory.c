/* Where there is no memory for another region, mmap, munmap and mprotect that need one leave all as
 * it was, MAP_FIXED what it should replace, too; those that need none work. */
/* machine: det=1 cpus=1 mem=24M */
#include "child.h"
#include "filler.h"
#include "probe.h"
#include <fcntl.h>

#define RW         (PROT_READ | PROT_WRITE)
#define ANY        (MAP_PRIVATE | MAP_ANONYMOUS)
#define FILLER     (64 << 20)
#define AREA       10000 /* pages */
#define PAGE(p, i) ((p) + (size_t)(i) * PAGE_SIZE)

static char *area;
static size_t used; /* pages of the filler */
static int cut_up;  /* pages of it that are regions of their own */

/* Uses up all memory; then each page of the area becomes a region, which differs from both
 * neighbours, until there is no memory for one more. */
static void use_memory(void)
{
    used += use_pages(used, FILLER / PAGE_SIZE - used);
    for (; cut_up < AREA - 1; cut_up++) {
        int prot = cut_up % 2 ? PROT_EXEC : PROT_READ;
        if (mprotect(PAGE(area, cut_up + 1), (AREA - 1 - cut_up) * PAGE_SIZE, prot) < 0)
            break;
    }
    CHECK_EQ(errno, ENOMEM);
    CHECK_IN(cut_up, 20, AREA - 2);
}

static void fixed_fails(char *page)
{
    errno = 0;
    CHECK(mmap(page, PAGE_SIZE, PROT_READ, ANY | MAP_FIXED, -1, 0) == MAP_FAILED);
    CHECK_EQ(errno, ENOMEM);
}

static void is_kept(char *p, int npages)
{
    for (int i = 0; i < npages; i++) {
        CHECK_EQ(*PAGE(p, i), 'x');
        CHECK(CAN_WRITE(PAGE(p, i)));
    }
}

static void middle_fails(char *p)
{
    fixed_fails(PAGE(p, 4));
    CHECK_FAILS(mprotect(PAGE(p, 4), PAGE_SIZE, PROT_READ), ENOMEM);
    is_kept(p, 9);
}

/* In the middle of nine pages munmap needs memory for one region more, the others for two. */
static void kept(char *p)
{
    use_memory();
    middle_fails(p);
    CHECK_FAILS(munmap(PAGE(p, 4), PAGE_SIZE), ENOMEM);
    fixed_fails(PAGE(p, 9));

    char *one = PAGE(area, 4);
    CHECK_EQ(munmap(one, PAGE_SIZE), 0);
    middle_fails(p);
    CHECK(mmap(one, PAGE_SIZE, PROT_NONE, ANY | MAP_FIXED, -1, 0) == one);
    fixed_fails(PAGE(p, 9));
}

/* From its end, and from its start. */
static void without_memory(char *p)
{
    CHECK_EQ(munmap(PAGE(p, 7), 2 * PAGE_SIZE), 0);
    CHECK(!CAN_READ(PAGE(p, 7)));
    use_memory();
    CHECK_EQ(munmap(filler, 4 * PAGE_SIZE), 0);
    for (int i = 7; i < 9; i++)
        CHECK(mmap(PAGE(p, i), PAGE_SIZE, RW, ANY | MAP_FIXED, -1, 0) == PAGE(p, i));
    CHECK_EQ(*PAGE(p, 6), 'x');
    CHECK_EQ(*PAGE(p, 7) + *PAGE(p, 8), 0);
    use_memory();
}

/* Neighbours that become equal leave memory for others. */
static void joined(char *p)
{
    CHECK_EQ(mprotect(PAGE(area, 1), 2 * PAGE_SIZE, PROT_READ), 0);
    CHECK(mmap(PAGE(p, 4), PAGE_SIZE, PROT_READ, ANY | MAP_FIXED, -1, 0) == PAGE(p, 4));
    CHECK_EQ(*PAGE(p, 3), 'x');
    CHECK_EQ(*PAGE(p, 4), 0);
    CHECK(!CAN_WRITE(PAGE(p, 4)));
    CHECK_EQ(*PAGE(p, 5), 'x');
}

int main(void)
{
    filler = map_memory(FILLER, RW);
    zero = open("/dev/zero", O_RDONLY);
    area = map_memory(AREA * PAGE_SIZE, PROT_EXEC);
    char *p = PAGE(map_memory(11 * PAGE_SIZE, PROT_NONE), 1); /* its neighbours are unlike it */
    CHECK_EQ(mprotect(p, 9 * PAGE_SIZE, RW), 0);
    memset(p, 'x', 9 * PAGE_SIZE);
    is_kept(p, 9);
    kept(p);
    without_memory(p);
    joined(p);
    return 0;
}
