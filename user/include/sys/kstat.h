/* What the kernel has in use, and making its allocations fail; the rules are in abi/kstat.h. */
#ifndef _SYS_KSTAT_H
#define _SYS_KSTAT_H

#include <abi/kstat.h>

int kstat(struct kstat *stat);
long kfail(unsigned long n, unsigned flags);

#endif
