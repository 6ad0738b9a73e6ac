/* Requests to devices; the console's are in abi/termios.h. */
#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H

#include <abi/termios.h>

int ioctl(int fd, unsigned long request, ...); /* a pointer follows */

#endif
