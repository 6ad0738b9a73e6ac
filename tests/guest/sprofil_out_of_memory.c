/* sprofil for whose list of regions there is no memory, or not for all of it: ENOMEM; the profile
 * of before goes on, and the pages are free again. */
/* manual: sprofil, ERRORS: enomem */
/* machine: det=1 mem=24M */
#include "child.h"
#include "filler.h"
#include "sprofil.h"
#include <fcntl.h>

#define FILLER (64 << 20)

static struct prof regions[PROF_REGIONS_MAX];
static unsigned short counters[PROF_REGIONS_MAX], counter;

static void check_refused(uint64_t serial)
{
    CHECK_FAILS(sprofil(regions, PROF_REGIONS_MAX, NULL, 0), ENOMEM);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    CHECK_EQ(prof_now().ps_serial, serial);
    unsigned counted = counter;
    prof_burn(3);
    CHECK(counter >= counted + 2);
}

int main(void)
{
    for (size_t i = 0; i < PROF_REGIONS_MAX; i++)
        regions[i] = (struct prof){&counters[i], 2, i * 2, 65536};
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    zero = open("/dev/zero", O_RDONLY);
    CHECK_EQ(profil(&counter, sizeof(counter), SPIN_PC, 65536), 0);
    prof_burn(3);
    uint64_t serial = prof_now().ps_serial;
    size_t n = use_pages(0, FILLER / PAGE_SIZE);
    CHECK(n < FILLER / PAGE_SIZE);
    check_refused(serial);
    free_pages(0, 5);
    for (int i = 0; i < 20; i++)
        check_refused(serial);
    CHECK(use_pages(0, 5) >= 4);
    free_pages(0, 100);
    CHECK_EQ(sprofil(regions, PROF_REGIONS_MAX, NULL, 0), 0);
    return 0;
}
