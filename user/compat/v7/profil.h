/* profil(2) of V7 and 4.1BSD, which had no prototypes.  Its result means nothing. */
#ifndef _COMPAT_PROFIL_H
#define _COMPAT_PROFIL_H

#define _PROFIL_OF_DIALECT

int profil() __asm__("__profil_v7"); /* (char *buff, int bufsiz, int offset, int scale) */

#endif
