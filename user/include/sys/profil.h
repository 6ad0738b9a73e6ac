/* Profiling of the process: profil(2) and profstat(2); the rules are in abi/prof.h. */
#ifndef _SYS_PROFIL_H
#define _SYS_PROFIL_H

#include <abi/prof.h>
#include <abi/types.h>

int profil(unsigned short *buf, size_t bufsiz, uintptr_t offset, unsigned scale);
int profstat(struct profstat *stat);

#endif
