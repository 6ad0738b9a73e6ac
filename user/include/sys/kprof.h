/* The kernel's own profile: kprof(2); the rules are in abi/kprof.h. */
#ifndef _SYS_KPROF_H
#define _SYS_KPROF_H

#include <abi/kprof.h>
#include <sys/types.h>

ssize_t kprof(int what, void *buf, size_t max);

#endif
