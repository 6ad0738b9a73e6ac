/* profil of AIX, as <mon.h> declares it: profil(shortbuff, bufsiz, offset, scale), and with an
 * array of ranges of code profil(profbuff, -1, 0, 0). */
#ifndef _COMPAT_PROFBUFF_H
#define _COMPAT_PROFBUFF_H

typedef long daddr_t;
typedef short short_t;
typedef int int_t;

/* The code from p_low up to p_high, and its counters.  The last in an array has p_high 0. */
struct prof {
    daddr_t p_low;
    daddr_t p_high;
    short_t *p_buff;
    int_t p_bufsize; /* in bytes */
    int_t p_scale;   /* -1: such that the counters are as many as the code needs */
};

void profil(void *buff, unsigned int bufsiz, unsigned int offset,
            unsigned int scale) __asm__("__profil_aix");

#endif
