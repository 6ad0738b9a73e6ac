/* Memory that a process gets is zero, whoever had it before: by mmap, brk, a growing stack, bss. */
/* machine: mem=24M */
#include "child.h"

#define BYTES (6 << 20) /* of some 20 MiB: what one process leaves the next one gets */

static char bss[1 << 20];

static void check_zero(const char *p, size_t n)
{
    const uint64_t *word = (const uint64_t *)p;
    for (size_t i = 0; i < n / 8; i++)
        if (word[i] != 0)
            FAIL("0x%llx at %p", (unsigned long long)word[i], (void *)&word[i]);
}

static void leave_secrets(void)
{
    char *p = map_memory(BYTES, PROT_READ | PROT_WRITE);
    memset(p, 0x5a, BYTES);
    memset(sbrk(BYTES / 2), 0xa5, BYTES / 2);
}

__attribute__((noinline)) static void check_stack(void)
{
    char below[1 << 20] __attribute__((aligned(8)));
    __asm__ volatile("" ::"r"(below) : "memory");
    check_zero(below, sizeof(below) - PAGE_SIZE); /* the top page has been in use */
}

static void look(void)
{
    check_stack();
    check_zero(bss, sizeof(bss));
    check_zero(map_memory(BYTES, PROT_READ), BYTES);
    check_zero(map_memory(BYTES / 2, PROT_READ | PROT_WRITE), BYTES / 2);
    check_zero(sbrk(1 << 20), 1 << 20);
}

int main(void)
{
    for (int i = 0; i < 5; i++) {
        CHECK_EQ(IN_CHILD(leave_secrets()), 0);
        CHECK_EQ(IN_CHILD(look()), 0);
    }
    /* The same memory, freed and allocated again. */
    for (int i = 0; i < 5; i++) {
        char *p = map_memory(BYTES, PROT_READ | PROT_WRITE);
        check_zero(p, BYTES);
        memset(p, 0x77, BYTES);
        CHECK_EQ(munmap(p, BYTES), 0);
    }
    return 0;
}
