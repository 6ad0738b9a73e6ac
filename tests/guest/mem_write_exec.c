/* Nothing of a program is both writable and executable: text and constants cannot be written; data,
 * heap, stack and mapped memory cannot be executed, until mprotect says so. */
#include "probe.h"

const unsigned char constant[16] = {RET_BYTE};
static volatile unsigned char data[2 * PAGE_SIZE] = {RET_BYTE}, bss[2 * PAGE_SIZE];

static void check_data(volatile unsigned char *p, const char *name)
{
    *p = RET_BYTE;
    if (!CAN_WRITE(p) || !CAN_READ(p) || CAN_CALL(p))
        FAIL("%s at %p", name, (void *)p);
}

int main(void)
{
    check_data(data, "data");
    check_data(bss, "bss");
    volatile unsigned char local[16];
    check_data(local, "the stack");
    check_data(malloc(100), "the heap");
    check_data(sbrk(100), "what brk gives");
    unsigned char *mapped = (void *)map_memory(2 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    check_data(mapped, "mapped memory");
    check_data(mapped + PAGE_SIZE - 1, "its last byte");

    CHECK(!CAN_WRITE(main));
    CHECK(!CAN_WRITE(constant));
    CHECK(!CAN_CALL(constant));
    CHECK(CAN_READ(main));
    CHECK_EQ(*(const volatile unsigned char *)constant, RET_BYTE);
    CHECK_KILLED(IN_CHILD(*(volatile char *)main = 1), SIGSEGV);
    CHECK_KILLED(IN_CHILD(((void (*)(void))mapped)()), SIGSEGV);

    CHECK_EQ(mprotect(mapped, PAGE_SIZE, PROT_READ | PROT_EXEC), 0);
    CHECK(CAN_CALL(mapped));
    CHECK(!CAN_WRITE(mapped));
    CHECK_EQ(mprotect(mapped, PAGE_SIZE, PROT_READ | PROT_WRITE), 0);
    CHECK(!CAN_CALL(mapped));
    CHECK(CAN_WRITE(mapped));
    return 0;
}
