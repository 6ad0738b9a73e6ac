/* Several ticks that come to a counter at once, as many came in one long call, fill it to the
 * brim: as many as fit are counted, the others are told as full, and none is lost. */
/* machine: det=1 cpus=1 */
#include "prof.h"
#include <abi/syscalls.h>
#include <fcntl.h>
#include <sys/mman.h>

#define CHUNK (48 << 20)
#define ROOM  3

extern char call_return[];
static unsigned short counter[2];

static long call_read(long fd, void *buf, long n)
{
    long result;
    __asm__ volatile("syscall\n"
                     "call_return: nop\n"
                     : "=a"(result)
                     : "a"(SYS_read), "D"(fd), "S"(buf), "d"(n)
                     : "rcx", "r11", "memory");
    return result;
}

int main(void)
{
    int fd = open("/dev/zero", O_RDONLY);
    CHECK(fd >= 0);
    char *space = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(space != MAP_FAILED);
    counter[0] = 65535 - ROOM;
    CHECK_EQ(profil(counter, 2, (uintptr_t)call_return & ~1ul, 65536), 0);
    CHECK_EQ(call_read(fd, space, CHUNK), CHUNK);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    struct profstat st = prof_now();
    CHECK(st.ps_system > 2 * ROOM);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_CALL);
    CHECK_EQ(counter[0], 65535);
    CHECK_EQ(counter[1], 0);
    CHECK_EQ(st.ps_counted, ROOM);
    CHECK(st.ps_full > ROOM);
    return 0;
}
