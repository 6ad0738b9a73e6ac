/* mmap of a shared range of 16 TiB ends soon when another thread unmaps the range meanwhile. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <pthread.h>
#include <stdbool.h>

#define RANGE (1ul << 44)

static void *const there = (void *)(1ul << 45);
static volatile bool has_ended;

static void *map(void *unused)
{
    void *got =
        mmap(there, RANGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    CHECK(got == there || errno == ENOMEM);
    has_ended = true;
    return unused;
}

int main(void)
{
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, map, NULL), 0);
    while (!has_ended)
        CHECK_EQ(munmap(there, RANGE), 0);
    CHECK_EQ(pthread_join(t, NULL), 0);
    return 0;
}
