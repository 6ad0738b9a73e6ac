/* With profil(2) of OmniOS. */
#ifndef _COMPAT_UNISTD_H
#define _COMPAT_UNISTD_H

#define _PROFIL_OF_DIALECT
#include_next <unistd.h>

void profil(unsigned short *buff, unsigned int bufsiz, unsigned int offset,
            unsigned int scale) __asm__("__profil_omnios");

#endif
