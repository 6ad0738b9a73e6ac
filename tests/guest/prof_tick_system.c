/* A tick in the kernel is counted at the user pc that the call returns to, every one of them, also
 * when several come before the first can be written out. */
/* machine: det=1 */
#include "prof.h"
#include <abi/syscalls.h>
#include <fcntl.h>
#include <sys/mman.h>

#define CHUNK (48 << 20) /* more than one tick's work */

static char *space;

/* A system call at the one place of all: the first byte after it is call_return. */
extern char call_return[];
__attribute__((noinline)) static long call(long number, long a, long b, long c)
{
    long result;
    __asm__ volatile("syscall\n"
                     ".globl call_return\n"
                     "call_return: nop\n"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c)
                     : "rcx", "r11", "memory");
    return result;
}

int main(void)
{
    unsigned short counters[1] = {0};
    int fd = open("/dev/zero", O_RDONLY);
    CHECK(fd >= 0);
    space = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(space != MAP_FAILED);
    CHECK_EQ(profil(counters, sizeof(counters), (uintptr_t)call_return, 65536), 0);
    struct tms before;
    CHECK(call(SYS_times, (long)&before, 0, 0) >= 0);
    struct profstat start;
    CHECK_EQ(call(SYS_profstat, (long)&start, 0, 0), 0);
    struct profstat st;
    do {
        CHECK_EQ(call(SYS_read, fd, (long)space, CHUNK), CHUNK);
        CHECK_EQ(call(SYS_profstat, (long)&st, 0, 0), 0);
        if (st.ps_user > 200)
            FAIL("200 ticks, and still only %lu in the kernel", st.ps_system);
    } while (st.ps_system - start.ps_system < 12);
    struct tms after;
    CHECK(call(SYS_times, (long)&after, 0, 0) >= 0);
    CHECK_EQ(call(SYS_profstat, (long)&st, 0, 0), 0);
    unsigned counted = counters[0];
    CHECK_EQ(profil(counters, 0, 0, 0), 0);
    /* Of times(2) and profstat, which follow each other, one may have a tick more at either end. */
    CHECK_IN(st.ps_system - start.ps_system, after.tms_stime - before.tms_stime - 1,
             after.tms_stime - before.tms_stime + 1);
    CHECK_EQ(counted, st.ps_counted);
    CHECK(st.ps_counted - start.ps_counted >= st.ps_system - start.ps_system);
    return 0;
}
