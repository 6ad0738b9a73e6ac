/* With profil(2) of OpenBSD, which is our gprofil: <sys/gmon.h>. */
#ifndef _COMPAT_UNISTD_H
#define _COMPAT_UNISTD_H

#define _PROFIL_OF_DIALECT
#include <sys/types.h>
#include_next <unistd.h>

int profil(void *buf, size_t buflen, size_t samplesize, u_long offset, u_int scale,
           int dirfd) __asm__("gprofil");

#endif
