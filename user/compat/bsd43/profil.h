/* profil(2) of 4.3BSD, which had no prototypes.  It returns 0. */
#ifndef _COMPAT_PROFIL_H
#define _COMPAT_PROFIL_H

#define _PROFIL_OF_DIALECT

int profil() __asm__("__profil_bsd43"); /* (char *buff, int bufsiz, int offset, int scale) */

#endif
