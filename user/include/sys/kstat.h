/* Counts of things that the kernel has in use, and failing allocations: see abi/kstat.h. */
#ifndef _SYS_KSTAT_H
#define _SYS_KSTAT_H

#include <abi/kstat.h>

int kstat(struct kstat *stat, unsigned long since);
long kfail(unsigned long n, unsigned flags);

#endif
