/* Memory mapped with MAP_SHARED is the same memory in a child: each sees the other's stores, also
 * after a change of the protection. */
/* machine: det=1 cpus=1 */
#include "child.h"

#define PAGES 3

int main(void)
{
    char *p =
        mmap(NULL, PAGES * PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(p != MAP_FAILED);
    for (size_t i = 0; i < PAGES * PAGE_SIZE; i++)
        CHECK_EQ(p[i], 0);
    p[0] = 'a';
    CHECK_EQ(IN_CHILD({
                 CHECK_EQ(p[0], 'a');
                 p[1] = 'b';
                 p[PAGE_SIZE] = 'c'; /* which neither had touched */
                 IN_CHILD(p[2] = 'd');
             }),
             CHILD_DONE);
    CHECK_EQ(p[1], 'b');
    CHECK_EQ(p[2], 'd');
    CHECK_EQ(p[PAGE_SIZE], 'c');
    CHECK_EQ(mprotect(p, PAGE_SIZE, PROT_NONE), 0);
    CHECK_KILLED(IN_CHILD(p[0] = 'x'), SIGSEGV);
    CHECK_EQ(mprotect(p, PAGE_SIZE, PROT_READ), 0);
    CHECK_EQ(p[0], 'a');
    CHECK_KILLED(IN_CHILD(p[0] = 'x'), SIGSEGV);
    CHECK_EQ(mprotect(p, PAGE_SIZE, PROT_READ | PROT_WRITE), 0);
    CHECK_EQ(IN_CHILD(p[0] = 'e'), CHILD_DONE);
    CHECK_EQ(p[0], 'e');
    CHECK_EQ(munmap(p + PAGE_SIZE, PAGE_SIZE), 0);
    CHECK_EQ(IN_CHILD(p[2 * PAGE_SIZE] = 'f'), CHILD_DONE);
    CHECK_EQ(p[2 * PAGE_SIZE], 'f');
    char *private =
        mmap(NULL, PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK_EQ(IN_CHILD(private[0] = 'x'), CHILD_DONE);
    CHECK_EQ(private[0], 0);
    CHECK(mmap(NULL, 1ul << 40, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    CHECK_EQ(errno, ENOMEM);
    return 0;
}
