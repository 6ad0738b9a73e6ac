/* 4.4BSD's SYNOPSIS: its types, without a header. */
/* manual: bsd44, SYNOPSIS: int-arguments */
/* manual: bsd44, RETURN VALUES: otherwise-0 */
/* machine: det=1 */
/* dialect: bsd44 */

int profil(char *samples, int size, int offset, int scale);

#include "guest/dialect.h"

static char samples[64];

int main(void)
{
    int (*call)(char *, int, int, int) = profil;
    void (*spin)(unsigned long) = spin_at(0x80001100);
    CHECK_EQ(call(samples, sizeof(samples), (int)0x80001100 - 6, 65536), 0);
    ticks_land(spin, (unsigned short *)samples, sizeof(samples) / 2, 3);
    CHECK_EQ(profil(samples, sizeof(samples), 0, 0), 0);

    size_t size = 0x80000000;
    char *large = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(large != MAP_FAILED);
    CHECK_EQ(profil(large, (int)size, 0, 65536), 0);
    uintptr_t counter = SPIN_PC / 2;
    ticks_land(prof_spin, (unsigned short *)large + counter, 1, 0);
    CHECK_EQ(profil((char *)8, sizeof(samples), 0, 0), 0);
    return 0;
}
