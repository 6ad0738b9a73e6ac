/* A fork that runs out of memory half way, while page tables are copied, frees all that it had
 * allocated by then, and its process goes on. */
/* machine: det=1 cpus=2 mem=24M */
#include "child.h"
#include "counts.h"
#include "filler.h"

#include <fcntl.h>

#define STRIDE (2 << 20) /* what one page of page tables is for */
#define TABLES 500       /* more than the memory that is free, less ... */
#define FREE   450       /* ... than fork wants to see before it begins */
#define ROUNDS 8

int main(void)
{
    char *sparse = map_memory((size_t)TABLES * STRIDE, PROT_READ | PROT_WRITE);
    filler = map_memory(64 << 20, PROT_READ | PROT_WRITE);
    zero = open("/dev/zero", O_RDONLY);
    for (size_t i = 0; i < TABLES; i++)
        sparse[i * STRIDE] = i;
    size_t n = use_pages(0, (64 << 20) / PAGE_SIZE);
    CHECK(n > FREE);
    for (int round = 0; round < ROUNDS; round++) {
        free_pages(n - FREE, FREE);
        struct kstat before = counts();
        CHECK_FAILS(fork(), ENOMEM);
        struct kstat now = counts();
        counts_same(&before, &now);
        use_pages(n - FREE, FREE);
    }
    CHECK_EQ(munmap(filler, 64 << 20), 0);
    CHECK_EQ(IN_CHILD(for (size_t i = 0; i < TABLES; i++) CHECK_EQ(sparse[i * STRIDE], (char)i)),
             0);
    return 0;
}
