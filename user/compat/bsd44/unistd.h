#ifndef _COMPAT_UNISTD_H
#define _COMPAT_UNISTD_H

#include <profil.h>
#include_next <unistd.h>

#endif
