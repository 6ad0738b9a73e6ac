/* AIX's profil is in <mon.h>. */
#ifndef _COMPAT_UNISTD_H
#define _COMPAT_UNISTD_H

#define _PROFIL_OF_DIALECT
#include_next <unistd.h>

#endif
