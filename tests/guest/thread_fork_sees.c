/* While a page that fork shared is copied, no thread uses the old page beside the new: threads read
 * counters, each on a page of its own, and add to others, while the process forks; and no addition
 * is lost. */
/* machine: det=1 cpus=4 kargs=hz=10000 shift=6 */
#include "child.h"
#include <pthread.h>

#define FORKS   40
#define THREADS 3
#define PAGES   256

struct page {
    uint64_t counter;
    uint8_t rest[PAGE_SIZE - sizeof(uint64_t)];
};

static struct page *pages;
static uint64_t added[THREADS];
static int done;

static void *add(void *arg)
{
    uint64_t *mine = arg;
    uint64_t n = 0, place = mine - added;
    for (; !__atomic_load_n(&done, __ATOMIC_RELAXED); n++) {
        place = place * 6364136223846793005 + 1442695040888963407; /* Knuth's MMIX generator */
        __atomic_load_n(&pages[(place >> 40) % PAGES].counter, __ATOMIC_RELAXED);
        __atomic_fetch_add(&pages[(place >> 50) % PAGES].counter, 1, __ATOMIC_RELAXED);
    }
    *mine = n;
    return arg;
}

int main(void)
{
    struct channel go = channel_open();
    pages = (void *)map_memory(PAGES * PAGE_SIZE, PROT_READ | PROT_WRITE);
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, add, &added[i]), 0);
    for (int i = 0; i < FORKS; i++) {
        pid_t pid = START_CHILD(channel_receive(go));
        for (int k = 0; k < PAGES; k++)
            __atomic_fetch_add(&pages[k].counter, 1, __ATOMIC_RELAXED);
        channel_send(go, 'g');
        CHECK_EQ(child_wait(pid), 0);
    }
    __atomic_store_n(&done, 1, __ATOMIC_RELAXED);
    uint64_t sum = FORKS * PAGES;
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQ(pthread_join(t[i], NULL), 0);
        sum += added[i];
    }
    for (int i = 0; i < PAGES; i++)
        sum -= pages[i].counter;
    CHECK_EQ(sum, 0);
    return 0;
}
