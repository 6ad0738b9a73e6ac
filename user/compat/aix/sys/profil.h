/* Here struct prof is AIX's, of <mon.h>; what sprofil takes is struct prof_region. */
#ifndef _COMPAT_SYS_PROFIL_H
#define _COMPAT_SYS_PROFIL_H

#define prof prof_region
#include_next <sys/profil.h>
#undef prof

#endif
