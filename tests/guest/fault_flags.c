/* Junk in the flags that the CPU pushes at a fault does not come back as the program's: QEMU's TCG
 * lets the program choose it by the AND, if the fault is in a block that began behind it.  It is
 * deterministic, since junk is worse where QEMU stops the CPU just then (doc/qemu.md). */
/* machine: det=1 cpus=1 */
#include "child.h"

int main(void)
{
    static const uint64_t others[] = {0x1000, 0x2000, 0x3000, 0x8000, 0x20000, 0x80000, 0x100000};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        char *untouched = map_memory(4096, PROT_READ | PROT_WRITE);
        uint64_t got, flag = others[i];
        __asm__ volatile("andq $-1, %1\n"
                         "jmp 1f\n"
                         ".balign 64\n"
                         "1: rolb $1, %%dl\n"
                         "rcrb $1, (%2)\n"
                         "pushf\n"
                         "pop %0"
                         : "=&r"(got), "+r"(flag)
                         : "r"(untouched)
                         : "rdx", "cc", "memory");
        CHECK_EQ(got & 0x1ab228, 0x200);
        CHECK_EQ(munmap(untouched, 4096), 0);
    }
    return 0;
}
