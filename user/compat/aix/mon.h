/* With profil of AIX. */
#ifndef _COMPAT_MON_H
#define _COMPAT_MON_H

#include_next <mon.h>
#include <profbuff.h>

#endif
