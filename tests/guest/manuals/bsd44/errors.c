/* 4.4BSD's RETURN VALUES and ERRORS. */
/* manual: bsd44, RETURN VALUES: illegal-address otherwise-0 */
/* manual: bsd44, ERRORS: efault */
/* manual: bsd44, DESCRIPTION: scale-0 scale-range */
/* machine: det=1 */
/* dialect: bsd44 */
#include "guest/dialect.h"

#define SAMPLES ((char *)cells)

static void on(void)
{
    CHECK_EQ(profil(SAMPLES, CELLS_OF, PC, 65536), 0);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
}

static void refused(char *samples, int size)
{
    on();
    CHECK_FAILS(profil(samples, size, PC, 1), EFAULT);
    stays_off();
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
}

int main(void)
{
    refused(NULL, 2);
    refused((char *)main, 2);
    char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED);
    CHECK_EQ(munmap(pages + 4096, 4096), 0);
    refused(pages, 4097);
    refused(pages, -1);

    /* The rest of our own: a scale that is too large, an odd address; nothing changes. */
    on();
    CHECK_FAILS(profil(SAMPLES, CELLS_OF, 0, 65537), EINVAL);
    CHECK_FAILS(profil(SAMPLES, CELLS_OF, 0, -1), EINVAL);
    CHECK_FAILS(profil(SAMPLES + 1, 2, 0, 65536), EINVAL);
    ticks_land(prof_spin, cells, CELLS, 0);

    on();
    CHECK_EQ(profil(NULL, 4, 0, 0), 0);
    stays_off();
    return 0;
}
