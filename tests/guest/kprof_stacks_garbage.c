/* kprof with call stacks, of a program that enters the kernel with any values in rsp and rbp: the
 * kernel does not follow them where it must not, and each tick is counted. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "kprof.h"
#include <abi/syscalls.h>

static void call_with(uint64_t sp, uint64_t fp, long times)
{
    __asm__ volatile("movq %%rsp, %%r12\n"
                     "movq %%rbp, %%r13\n"
                     "movq %[sp], %%rsp\n"
                     "movq %[fp], %%rbp\n"
                     "1: movl %[call], %%eax\n"
                     "syscall\n"
                     "decq %[times]\n"
                     "jnz 1b\n"
                     "movq %%r12, %%rsp\n"
                     "movq %%r13, %%rbp\n"
                     : [times] "+b"(times)
                     : [sp] "r"(sp), [fp] "r"(fp), [call] "i"(SYS_getppid)
                     : "rax", "rcx", "r11", "r12", "r13", "memory");
}

int main(void)
{
    static uint64_t frame[2];
    const uint64_t values[] = {
        0,
        8,
        (uint64_t)frame,
        0x00007ffffffffff0, /* the last page of user addresses, which never is */
        0x0000800000000000, /* not canonical */
        0xffffc00000003ff0, /* kernel stacks: a guard page, */
        0xffffc00000007e00, /* the first one, */
        0xffffc0000000fff8, /* the top of the second, */
        0xffffc00007000001, /* and none, misaligned */
        0xffffffff80100000, /* the kernel's code */
        0xfffffffffffffff8,
    };
    const size_t n = sizeof(values) / sizeof(*values);
    frame[0] = (uint64_t)frame; /* leads back to itself */
    CHECK_EQ(kprof(KPROF_START, NULL, KPROF_FRAMES_MAX), 0);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            call_with(values[i], values[j], 4000);
    CHECK_EQ(kprof(KPROF_STOP, NULL, 0), 0);
    kprof_read();
    kprof_check_sums();
    CHECK(kprof_in("entry_syscall") > 100);
    CHECK_EQ(kprof_cpu[0].kc_lost, 0);
    CHECK_EQ(kprof(KPROF_FREE, NULL, 0), 0);
    return 0;
}
