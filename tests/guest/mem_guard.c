/* Never accessible: the page of NULL and those after it, and what lies below the stack, which can
 * be used to its last byte. */
#include "probe.h"

#define STACK_TOP 0x7ffffffff000ul /* the end of user memory */

static void null_pages(void)
{
    for (uintptr_t address = 0; address < 0x10000; address += 0xfff) {
        CHECK(!CAN_READ(address));
        CHECK(!CAN_WRITE(address));
        CHECK(!CAN_CALL(address));
    }
    for (uintptr_t address = PAGE_SIZE; address < 0x10000; address += PAGE_SIZE)
        CHECK(mmap((void *)address, PAGE_SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                   -1, 0) == MAP_FAILED);
    CHECK_EQ(errno, EINVAL);
    CHECK(!CAN_READ(0xfff));
}

static void stack(uintptr_t top)
{
    uintptr_t bottom = top - STACK_BYTES - ARG_MAX;
    CHECK(CAN_WRITE(bottom));
    CHECK(CAN_WRITE(bottom + STACK_BYTES / 2));
    CHECK(CAN_WRITE(top - 1));
    CHECK(!CAN_WRITE(bottom - 1));
    CHECK(!CAN_READ(bottom - 1));
    CHECK(!CAN_READ(bottom - PAGE_SIZE));
    CHECK(!CAN_READ(top));
    CHECK(!CAN_CALL(bottom));

    /* A mapping may come close, but not into the guard. */
    for (int i = 0; i < 100; i++) {
        char *p = map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE);
        CHECK((uintptr_t)p + PAGE_SIZE <= bottom - PAGE_SIZE);
        *p = 1;
    }
}

int main(void)
{
    null_pages();
    stack(STACK_TOP);
    return 0;
}
