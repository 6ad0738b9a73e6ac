/* Profiling: sprofil(2), profstack(2) and profstat(2), whose rules are in abi/prof.h, and
 * profrecord(2), whose are in abi/record.h.  profil(2): <unistd.h>. */
#ifndef _SYS_PROFIL_H
#define _SYS_PROFIL_H

#include <abi/prof.h>
#include <abi/record.h>
#include <abi/time.h>
#include <abi/types.h>
#include <unistd.h>

int sprofil(const struct prof *regions, int n, struct timeval *tick, unsigned flags);
int profstack(void *buf, size_t nbytes, unsigned depth);
int profstat(struct profstat *stat);
int profrecord(pid_t pid, int fd, unsigned flags);

#endif
