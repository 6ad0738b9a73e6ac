/* AIX's Syntax: <mon.h>, and both forms of the call. */
/* manual: aix, Syntax: mon-h no-value */
/* manual: aix, Description: members array */
/* machine: det=1 */
/* dialect: aix */
#include <mon.h>

short shorts[128];
struct prof ranges[2];
daddr_t *low = &ranges[0].p_low, *high = &ranges[0].p_high;
short **buff = &ranges[0].p_buff;
int *size = &ranges[0].p_bufsize, *scale = &ranges[0].p_scale;

#include "guest/dialect.h"

int main(void)
{
    void (*call)(void *, unsigned int, unsigned int, unsigned int) = profil;
    short *shortbuff = shorts;
    struct prof *profbuff = ranges;
    unsigned int bufsiz = sizeof(shorts), offset = PC, whole = 0xffff;
    profil(shortbuff, bufsiz, offset, whole);
    ticks_land(prof_spin, (unsigned short *)shorts, 128, 0);

    memset(shorts, 0, sizeof(shorts));
    *low = SPIN2_PC;
    *high = SPIN2_PC + 128;
    *buff = shorts;
    *size = sizeof(shorts);
    *scale = -1;
    call(profbuff, -1, 0, 0);
    ticks_land(prof_spin2, (unsigned short *)shorts, 128, 0);
    return 0;
}
