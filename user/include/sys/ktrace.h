/* The kernel's trace: ktrace(2); the rules are in abi/ktrace.h. */
#ifndef _SYS_KTRACE_H
#define _SYS_KTRACE_H

#include <abi/ktrace.h>
#include <sys/types.h>

ssize_t ktrace(int what, struct ktrace_event *buf, size_t max);

#endif
