/* profil(2) of 4.4BSD, as its SYNOPSIS declares it.  -1 with errno on failure. */
#ifndef _COMPAT_PROFIL_H
#define _COMPAT_PROFIL_H

#define _PROFIL_OF_DIALECT

int profil(char *samples, int size, int offset, int scale) __asm__("__profil_bsd44");

#endif
