/* A program may have so many regions of memory: with one more each call fails and changes nothing,
 * and those that need none do not. */
/* machine: det=1 cpus=1 */
#include "child.h"

#define MOST 16384

int main(void)
{
    size_t n = MOST + 4;
    char *p = map_memory(n * 4096, PROT_READ | PROT_WRITE);
    size_t i = 1;
    while (i < n && mprotect(p + i * 4096, 4096, PROT_READ) == 0)
        i += 2; /* two regions more */
    CHECK_EQ(errno, ENOMEM);
    CHECK_IN(i, MOST - 20, MOST);                  /* those of the program, too */
    mprotect(p + (n - 1) * 4096, 4096, PROT_READ); /* one more, if that is left */
    p[i * 4096] = 1;
    char *rest = p + (i + 1) * 4096; /* writable, like p[i] */
    CHECK_FAILS(munmap(rest, 4096), ENOMEM);
    rest[0] = 1;
    CHECK(mmap(rest, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
          MAP_FAILED);
    CHECK_EQ(errno, ENOMEM);
    CHECK_EQ(rest[0], 1);
    CHECK_EQ(IN_CHILD(CHECK_FAILS(mprotect(rest, 4096, PROT_READ), ENOMEM);
                      CHECK_EQ(munmap(p, n * 4096), 0); free(malloc(1 << 20))),
             0);
    CHECK_EQ(munmap(p + 4096, 4096), 0); /* a whole region, where two are needed */
    CHECK(mmap(rest, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
          MAP_FAILED);
    CHECK_EQ(munmap(p + 2 * 4096, 4096), 0);
    CHECK_EQ(mprotect(rest, 4096, PROT_READ), 0);
    CHECK_EQ(munmap(p, n * 4096), 0);
    return 0;
}
