/* A tick in the kernel is counted at the user pc that the call returns to, every one of them, also
 * when several come before the first can be written out. */
/* machine: det=1 */
#include "prof.h"
#include <abi/syscalls.h>
#include <fcntl.h>
#include <sys/mman.h>

#define CHUNK (48 << 20) /* more than one tick's work */

static char *space;

/* One system call at a known place: the first byte after it is call_return. */
extern char call_return[];
static long call_read(long fd, void *buf, long n)
{
    long result;
    __asm__ volatile("syscall\n"
                     ".globl call_return\n"
                     "call_return: nop\n"
                     : "=a"(result)
                     : "a"(SYS_read), "D"(fd), "S"(buf), "d"(n)
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
    times(&before);
    clock_t start = prof_ticks();
    while (prof_now().ps_system < 12) {
        CHECK_EQ(call_read(fd, space, CHUNK), CHUNK);
        prof_patience(start, "12 ticks in the kernel");
    }
    struct tms after;
    times(&after);
    struct profstat st = prof_now();
    CHECK_EQ(profil(counters, 0, 0, 0), 0);
    CHECK(st.ps_system + 1 >= (uint64_t)(after.tms_stime - before.tms_stime));
    CHECK_EQ(counters[0], st.ps_counted);
    CHECK(st.ps_counted >= st.ps_system - 1); /* profstat's own entry may have had one */
    return 0;
}
