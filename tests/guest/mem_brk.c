/* brk: growing gives zeros, shrinking unmaps, and a call that fails leaves the end where it was.
 */
#include "probe.h"

int main(int argc, char **argv)
{
    char *start = sbrk(0);
    if (argc > 1) /* the program again, after exec */
        return start != (char *)strtoul(argv[1], NULL, 16);
    CHECK(start != (void *)-1);
    CHECK_EQ(sbrk(0), start);

    char *end = start + 3 * PAGE_SIZE + 100;
    CHECK_EQ(sbrk(3 * PAGE_SIZE + 100), start);
    CHECK_EQ(sbrk(0), end);
    for (char *p = start; p < end; p++)
        CHECK_EQ(*p, 0);
    memset(start, 'h', end - start);
    CHECK(!CAN_READ(((uintptr_t)end + PAGE_SIZE - 1) & -PAGE_SIZE));

    CHECK_EQ(sbrk(-2 * PAGE_SIZE), end);
    CHECK_EQ(sbrk(2 * PAGE_SIZE), end - 2 * PAGE_SIZE);
    char *kept = (char *)(((uintptr_t)end - 2 * PAGE_SIZE + PAGE_SIZE - 1) & -PAGE_SIZE);
    for (char *p = start; p < end; p++)
        CHECK_EQ(*p, p < kept ? 'h' : 0); /* the page of the end stayed whole */

    CHECK_FAILS(brk((void *)PAGE_SIZE), ENOMEM); /* below the heap */
    CHECK_FAILS(brk((void *)0x7ffffffff000), ENOMEM);
    CHECK_FAILS(brk((void *)0xffff800000000000), ENOMEM);
    CHECK_FAILS(brk((void *)-1), ENOMEM);
    CHECK_EQ(sbrk(0), end);
    CHECK(CAN_WRITE(end - 1));

    /* A mapping is in the way. */
    char *wall = (char *)(((uintptr_t)end + 5 * PAGE_SIZE) & -PAGE_SIZE);
    CHECK(mmap(wall, PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
               0) == wall);
    strcpy(wall, "wall");
    CHECK_EQ(brk(wall), 0);
    CHECK_FAILS(brk(wall + 1), ENOMEM);
    CHECK_EQ(sbrk(0), wall);
    memset(end, 'x', wall - end);
    CHECK_STR(wall, "wall");
    CHECK_EQ(brk(start), 0);
    CHECK_STR(wall, "wall");
    CHECK_EQ(munmap(wall, PAGE_SIZE), 0);

    /* The child's heap is its own, and exec begins a new one. */
    CHECK_EQ(brk(end), 0);
    CHECK_EQ(IN_CHILD(CHECK_EQ(brk(start), 0)), 0);
    CHECK_EQ(sbrk(0), end);
    CHECK(CAN_WRITE(end - 1));
    char text[32];
    snprintf(text, sizeof(text), "%p", (void *)start);
    CHECK_EQ(IN_CHILD(BECOME(argv[0], text)), 0);
    return 0;
}
