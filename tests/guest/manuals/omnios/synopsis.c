/* OmniOS's SYNOPSIS: its types, and its header. */
/* manual: omnios, SYNOPSIS: types */
/* manual: omnios, DESCRIPTION: each-tick array offset */
/* machine: det=1 */
/* dialect: omnios */
#include <unistd.h>

void profil(unsigned short *buff, unsigned int bufsiz, unsigned int offset, unsigned int scale);

#include "guest/dialect.h"

static unsigned short buff[CELLS];

int main(void)
{
    void (*call)(unsigned short *, unsigned int, unsigned int, unsigned int) = profil;
    call(buff, sizeof(buff), PC, 0xffff);
    ticks_land(prof_spin, buff, CELLS, 0);
    profil(buff, sizeof(buff), 0, 0);
    CHECK_EQ(prof_sum(buff, CELLS), prof_now().ps_counted);
    return 0;
}
