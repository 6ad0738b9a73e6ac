/* mprotect and profil look at each region of their range once: twice the regions take about
 * twice the time, not four times.  What concerns one region takes little longer among 10 000 than
 * among ten.  Every instruction takes the same time here. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "now.h"
#include <sys/profil.h>

#define REGIONS 3000

/* Neighbours differ, so that each page is a region of its own. */
static char *make_regions(size_t n)
{
    char *p = map_memory(n * 4096, PROT_READ | PROT_WRITE);
    for (size_t i = 0; i < n; i += 2)
        CHECK_EQ(mprotect(p + i * 4096, 4096, PROT_READ | PROT_WRITE | PROT_EXEC), 0);
    return p;
}

static uint64_t protect_ns(char *p, size_t n)
{
    uint64_t start = now_ns();
    CHECK_EQ(mprotect(p, n * 4096, PROT_READ | PROT_WRITE), 0);
    return now_ns() - start;
}

static uint64_t profil_ns(char *p, size_t n)
{
    uint64_t start = now_ns();
    CHECK_EQ(profil((unsigned short *)p, n * 4096, 0, 2), 0);
    uint64_t took = now_ns() - start;
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    return took;
}

struct times {
    uint64_t profil_ns, protect_ns;
};

static struct times measure(size_t n)
{
    char *p = make_regions(n);
    struct times times = {.profil_ns = profil_ns(p, n)};
    times.protect_ns = protect_ns(p, n);
    CHECK_EQ(munmap(p, n * 4096), 0);
    return times;
}

#define ONE_NS 20000 /* to walk past all of them takes 200 000 and more */

static void took_little(const char *what, uint64_t start_ns)
{
    uint64_t took = now_ns() - start_ns;
    if (took > ONE_NS)
        FAIL("%s: %lu ns", what, took);
}

/* At the lowest of the regions, in the middle, and at the highest. */
static void one_of_many(void)
{
    const size_t n = 10000, places[] = {0, n / 2, n - 2};
    char *p = make_regions(n);
    for (size_t i = 0; i < 3; i++) {
        char *page = p + places[i] * 4096;
        uint64_t start = now_ns();
        CHECK_EQ(munmap(page, 4096), 0);
        took_little("munmap", start);
        start = now_ns();
        CHECK(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
        took_little("mmap", start);
        start = now_ns();
        CHECK_EQ(mmap(page, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0), page);
        took_little("mmap of an address", start);
        start = now_ns();
        CHECK_EQ(*(volatile char *)page, 0);
        took_little("a fault", start);
        start = now_ns();
        CHECK_EQ(mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC), 0);
        took_little("mprotect", start);
    }
    CHECK_EQ(munmap(p, n * 4096), 0);
}

int main(void)
{
    struct times one = measure(REGIONS), two = measure(2 * REGIONS);
    printf("profil %lu ns, %lu ns; mprotect %lu ns, %lu ns\n", one.profil_ns, two.profil_ns,
           one.protect_ns, two.protect_ns);
    CHECK(two.profil_ns < 3 * one.profil_ns);
    CHECK(two.protect_ns < 3 * one.protect_ns);
    one_of_many();
    return 0;
}
