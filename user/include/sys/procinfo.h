/* The system's processes, as ps shows them. */
#ifndef _SYS_PROCINFO_H
#define _SYS_PROCINFO_H

#include <abi/procinfo.h>

ssize_t proclist(struct procinfo *list,
                 size_t max); /* returns the number of processes; stores at most max */

#endif
