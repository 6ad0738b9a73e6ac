/* Profiling of the process: profstat(2); the rules are in abi/prof.h.  profil(2): <unistd.h>. */
#ifndef _SYS_PROFIL_H
#define _SYS_PROFIL_H

#include <abi/prof.h>
#include <unistd.h>

int profstat(struct profstat *stat);

#endif
