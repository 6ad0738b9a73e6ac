/* A tick of a system call is in the program's memory before its first instruction after the call:
 * also one that came when the kernel had already looked for ticks to write out, and was restoring
 * the program's registers. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "prof.h"
#include <abi/syscalls.h>

#define TURNS 200000

extern char after_call[];
static unsigned short counter; /* of the ticks at after_call */

/* A system call, and the counter as the very next instruction reads it. */
static unsigned call_and_read(void)
{
    unsigned value;
    __asm__ volatile(".balign 8, 0x90\n"
                     ".skip 6, 0x90\n"
                     "syscall\n"
                     "after_call: movzwl %1, %0\n"
                     : "=a"(value)
                     : "m"(counter), "0"(SYS_getpid)
                     : "rcx", "r11", "memory");
    return value;
}

int main(void)
{
    unsigned ticks = 0, late = 0;
    CHECK_EQ(profil(&counter, sizeof(counter), (uintptr_t)after_call, 65536), 0);
    for (int i = 0; i < TURNS; i++) {
        counter = 0;
        unsigned first = call_and_read();
        getppid(); /* whatever is still pending is flushed here */
        ticks += first;
        late += *(volatile unsigned short *)&counter - first;
    }
    printf("%u ticks, %u late\n", ticks, late);
    CHECK(ticks >= 200);
    CHECK_EQ(late, 0);
    return 0;
}
