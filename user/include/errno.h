/* errno: what went wrong in the calling thread's last failed call (POSIX.1-2017, <errno.h>). */
#ifndef _ERRNO_H
#define _ERRNO_H

#include <abi/errno.h>

extern __thread int errno;
#define errno errno

extern char *program_invocation_name; /* argv[0], for messages */

#endif
