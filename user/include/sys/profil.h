/* Profiling of the process: sprofil(2) and profstat(2); the rules are in abi/prof.h.  profil(2):
 * <unistd.h>. */
#ifndef _SYS_PROFIL_H
#define _SYS_PROFIL_H

#include <abi/prof.h>
#include <abi/time.h>
#include <unistd.h>

int sprofil(const struct prof *regions, int n, struct timeval *tick, unsigned flags);
int profstat(struct profstat *stat);

#endif
