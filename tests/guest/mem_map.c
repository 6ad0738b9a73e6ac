/* mmap and munmap: what they refuse, where mappings go, what replacing and cutting them leaves. */
#include "probe.h"

#define RW       (PROT_READ | PROT_WRITE)
#define ANY      (MAP_PRIVATE | MAP_ANONYMOUS)
#define USER_END 0x7ffffffff000ul

static void refuse(uintptr_t addr, size_t n, int prot, int flags, int fd, int error)
{
    errno = 0;
    void *p = mmap((void *)addr, n, prot, flags, fd, 0);
    if (p != MAP_FAILED || errno != error)
        FAIL("mmap(0x%lx, 0x%zx, %d, 0x%x, %d) is %p, error %d", addr, n, prot, flags, fd, p,
             errno);
}

static void refused(void)
{
    refuse(0, 0, RW, ANY, -1, EINVAL);
    refuse(0, SIZE_MAX, RW, ANY, -1, ENOMEM);
    refuse(0, USER_END + 1, RW, ANY, -1, ENOMEM);
    refuse(0, USER_END - 0x10000, RW, ANY, -1, ENOMEM); /* as large as all memory, but not empty */
    refuse(0, PAGE_SIZE, 8, ANY, -1, EINVAL);
    refuse(0, PAGE_SIZE, -1, ANY, -1, EINVAL);
    refuse(0, PAGE_SIZE, RW, MAP_ANONYMOUS, -1, EINVAL);
    refuse(0, PAGE_SIZE, RW, MAP_PRIVATE, -1, EBADF);
    refuse(0, PAGE_SIZE, RW, ANY | MAP_SHARED, -1, EINVAL);
    refuse(0, PAGE_SIZE, RW, MAP_PRIVATE, 0, ENODEV);
    refuse(0, PAGE_SIZE, RW, ANY, 0, ENODEV);
    refuse(0, PAGE_SIZE, RW, ANY | MAP_FIXED, -1, EINVAL);
    refuse(0x20000001, PAGE_SIZE, RW, ANY | MAP_FIXED, -1, EINVAL);
    refuse(0xf000, PAGE_SIZE, RW, ANY | MAP_FIXED, -1, EINVAL);
    refuse(USER_END, PAGE_SIZE, RW, ANY | MAP_FIXED, -1, ENOMEM);
    refuse(USER_END - PAGE_SIZE, 2 * PAGE_SIZE, RW, ANY | MAP_FIXED, -1, ENOMEM);
    refuse(0xffff800000000000, PAGE_SIZE, RW, ANY | MAP_FIXED, -1, ENOMEM);
    refuse(0xfffffffffffff000, PAGE_SIZE, RW, ANY | MAP_FIXED, -1, ENOMEM);
    refuse(0x20000000, SIZE_MAX - 0x20000000 + 1, RW, ANY | MAP_FIXED, -1, ENOMEM);

    char *p = map_memory(PAGE_SIZE, RW);
    CHECK_FAILS(munmap(p, 0), EINVAL);
    CHECK_FAILS(munmap(p + 1, PAGE_SIZE), EINVAL);
    CHECK_FAILS(munmap(p, SIZE_MAX), EINVAL);
    CHECK_FAILS(munmap((void *)USER_END, PAGE_SIZE), EINVAL);
    CHECK_FAILS(munmap((void *)0xffff800000000000, PAGE_SIZE), EINVAL);
    CHECK_FAILS(munmap((void *)0xffffffff80000000, PAGE_SIZE), EINVAL);
    CHECK(CAN_WRITE(p));
    CHECK_EQ(munmap(p, PAGE_SIZE), 0);
    CHECK_EQ(munmap(p, PAGE_SIZE), 0); /* unmapping nothing is not an error */
}

static void sizes(void)
{
    char *one = map_memory(1, RW), *two = map_memory(PAGE_SIZE + 1, RW);
    CHECK(CAN_WRITE(one + PAGE_SIZE - 1));
    CHECK(CAN_WRITE(two + 2 * PAGE_SIZE - 1));
    CHECK(one + PAGE_SIZE <= two || two + 2 * PAGE_SIZE <= one);
    CHECK_EQ(munmap(two, PAGE_SIZE + 1), 0);
    CHECK(!CAN_READ(two + 2 * PAGE_SIZE - 1));
    CHECK_EQ(munmap(one, 1), 0);
    CHECK(!CAN_READ(one));

    /* As much as there are addresses for, as long as it is not touched; and again and again. */
    for (int i = 0; i < 9; i++) {
        char *huge = map_memory(1ul << 45, RW);
        huge[0] = huge[(1ul << 45) - 1] = huge[1ul << 44] = 'h';
        CHECK_EQ(munmap(huge, 1ul << 45), 0);
        CHECK(!CAN_READ(huge + (1ul << 44)));
    }
}

/* Holes appear where they were cut, and stay the only ones. */
static void cutting(void)
{
    char *p = map_memory(9 * PAGE_SIZE, RW);
    memset(p, 'x', 9 * PAGE_SIZE);
    CHECK_EQ(munmap(p + 3 * PAGE_SIZE, PAGE_SIZE), 0);
    CHECK_EQ(munmap(p + 5 * PAGE_SIZE, 2 * PAGE_SIZE), 0);
    for (int i = 0; i < 9; i++) {
        bool there = i != 3 && i != 5 && i != 6;
        CHECK_EQ(CAN_READ(p + i * PAGE_SIZE), there);
        CHECK_EQ(CAN_WRITE(p + (i + 1) * PAGE_SIZE - 1), there);
        if (there)
            CHECK_EQ(p[i * PAGE_SIZE], 'x');
    }
    /* Fixed over all of it: fresh zeros everywhere. */
    CHECK_EQ(mmap(p, 9 * PAGE_SIZE, RW, ANY | MAP_FIXED, -1, 0), p);
    for (int i = 0; i < 9 * PAGE_SIZE; i++)
        CHECK_EQ(p[i], 0);
    CHECK_EQ(munmap(p - 0, 9 * PAGE_SIZE), 0);
}

/* Without MAP_FIXED nothing is replaced, whatever the hint. */
static void apart(void)
{
    enum { N = 300 };
    static char *p[N];
    for (int i = 0; i < N; i++) {
        p[i] = mmap(i ? p[0] : NULL, PAGE_SIZE, RW, ANY, -1, 0);
        CHECK(p[i] != MAP_FAILED);
        *(int *)p[i] = i;
    }
    for (int i = 0; i < N; i++)
        CHECK_EQ(*(int *)p[i], i);
    for (int i = 0; i < N; i += 2)
        CHECK_EQ(munmap(p[i], PAGE_SIZE), 0);
    for (int i = 1; i < N; i += 2)
        CHECK_EQ(*(int *)p[i], i);
    for (int i = 0; i < N; i += 2) {
        p[i] = map_memory(PAGE_SIZE, RW);
        CHECK_EQ(*p[i], 0);
    }
}

int main(void)
{
    refused();
    sizes();
    cutting();
    apart();
    return 0;
}
