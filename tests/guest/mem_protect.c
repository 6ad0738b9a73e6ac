/* mprotect: every protection, page by page, present or not yet, what it refuses, and that contents
 * survive all of it. */
#include "probe.h"

#define N  6
#define RW (PROT_READ | PROT_WRITE)

/* On this machine what can be executed or written can be read as well. */
static void check(unsigned char *p, int prot)
{
    CHECK_EQ(CAN_READ(p), prot != PROT_NONE);
    CHECK_EQ(CAN_WRITE(p), (prot & PROT_WRITE) != 0);
    CHECK_EQ(CAN_CALL(p), (prot & PROT_EXEC) != 0);
}

static void every_change(void)
{
    for (int from = 0; from < 8; from++) {
        for (int to = 0; to < 8; to++) {
            unsigned char *p = (void *)map_memory(PAGE_SIZE, RW);
            p[0] = RET_BYTE;
            p[7] = from;
            CHECK_EQ(mprotect(p, PAGE_SIZE, from), 0);
            check(p, from);
            CHECK_EQ(mprotect(p, PAGE_SIZE, to), 0);
            check(p, to);
            CHECK_EQ(mprotect(p, PAGE_SIZE, PROT_READ), 0);
            CHECK_EQ(p[0], RET_BYTE);
            CHECK_EQ(p[7], from);
            CHECK_EQ(munmap(p, PAGE_SIZE), 0);
        }
    }
}

/* Neighbours keep theirs. */
static void page_by_page(bool touched)
{
    static const int prots[N] = {RW, PROT_NONE, PROT_READ, RW, PROT_NONE, RW};
    char *p = map_memory(N * PAGE_SIZE, RW);
    if (touched)
        memset(p, 'm', N * PAGE_SIZE);
    for (int i = 0; i < N; i++)
        CHECK_EQ(mprotect(p + i * PAGE_SIZE, PAGE_SIZE, prots[i]), 0);
    for (int i = 0; i < N; i++) {
        CHECK_EQ(CAN_READ(p + i * PAGE_SIZE), prots[i] != PROT_NONE);
        CHECK_EQ(CAN_WRITE(p + i * PAGE_SIZE + 100), (prots[i] & PROT_WRITE) != 0);
    }
    CHECK_EQ(mprotect(p, N * PAGE_SIZE, RW), 0);
    for (int i = 0; i < N * PAGE_SIZE; i++)
        CHECK_EQ(p[i], touched ? 'm' : 0);
    CHECK_EQ(munmap(p, N * PAGE_SIZE), 0);
}

static void refused(void)
{
    char *p = map_memory(4 * PAGE_SIZE, RW);
    CHECK_FAILS(mprotect(p, PAGE_SIZE, 8), EINVAL);
    CHECK_FAILS(mprotect(p, PAGE_SIZE, -1), EINVAL);
    CHECK_FAILS(mprotect(p + 1, PAGE_SIZE, PROT_READ), EINVAL);
    CHECK_FAILS(mprotect(p + 1, 0, PROT_READ), EINVAL);
    CHECK_EQ(mprotect(p, 0, PROT_READ), 0);
    CHECK_FAILS(mprotect(p, SIZE_MAX, PROT_READ), ENOMEM);
    CHECK_FAILS(mprotect((void *)0xffff800000000000, PAGE_SIZE, RW), ENOMEM);
    CHECK_FAILS(mprotect((void *)0xffffffff80000000, PAGE_SIZE, RW | PROT_EXEC), ENOMEM);
    CHECK_EQ(munmap(p + 2 * PAGE_SIZE, PAGE_SIZE), 0);
    CHECK_FAILS(mprotect(p, 4 * PAGE_SIZE, PROT_READ), ENOMEM); /* a hole: nothing changes */
    CHECK(CAN_WRITE(p));
    CHECK_EQ(mprotect(p, 2 * PAGE_SIZE - 1, PROT_READ), 0); /* whole pages */
    CHECK(!CAN_WRITE(p + PAGE_SIZE));
}

/* A page that fork shared keeps its contents in both, whatever each does to its protection. */
static void shared_by_fork(void)
{
    char *p = map_memory(PAGE_SIZE, RW);
    strcpy(p, "parent");
    CHECK_EQ(IN_CHILD(CHECK_EQ(mprotect(p, PAGE_SIZE, PROT_READ), 0); CHECK(!CAN_WRITE(p));
                      CHECK_EQ(mprotect(p, PAGE_SIZE, RW), 0); CHECK(strcmp(p, "parent") == 0);
                      strcpy(p, "child"); CHECK(strcmp(p, "child") == 0)),
             0);
    CHECK_STR(p, "parent");
    CHECK_EQ(mprotect(p, PAGE_SIZE, PROT_NONE), 0);
    CHECK_EQ(IN_CHILD(CHECK(!CAN_READ(p)); CHECK_EQ(mprotect(p, PAGE_SIZE, RW), 0);
                      CHECK(strcmp(p, "parent") == 0); strcpy(p, "child")),
             0);
    CHECK_EQ(mprotect(p, PAGE_SIZE, RW), 0);
    CHECK_STR(p, "parent");
}

/* The kernel respects it as well. */
static void in_calls(void)
{
    struct channel c = channel_open();
    char *p = map_memory(PAGE_SIZE, RW);
    CHECK_EQ(write(c.out, "abc", 3), 3);
    CHECK_EQ(mprotect(p, PAGE_SIZE, PROT_READ), 0);
    CHECK_FAILS(read(c.in, p, 3), EFAULT);
    CHECK_EQ(write(c.out, p, 3), 3);
    CHECK_EQ(mprotect(p, PAGE_SIZE, PROT_NONE), 0);
    CHECK_FAILS(write(c.out, p, 3), EFAULT);
    CHECK_EQ(mprotect(p, PAGE_SIZE, RW), 0);
    CHECK_EQ(read(c.in, p, 100), 6);
    CHECK_EQ(memcmp(p, "abc\0\0", 6), 0);
}

int main(void)
{
    every_change();
    page_by_page(true);
    page_by_page(false);
    refused();
    shared_by_fork();
    in_calls();
    return 0;
}
