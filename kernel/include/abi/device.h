/* Device numbers, in the device inodes that mkfs makes under /dev.  <sys/stat.h> leaves these names
 * to programs. */
#ifndef ABI_DEVICE_H
#define ABI_DEVICE_H

#define DEV_CONSOLE 1
#define DEV_NULL    2
#define DEV_ZERO    3
#define DEV_LOG     4  /* written bytes go where the kernel's own messages go */
#define DEV_FULL    5  /* zeros, and ENOSPC for a write */
#define DEV_RANDOM  6  /* not for secrets */
#define DEV_FD      64 /* and above: opening number DEV_FD + n duplicates descriptor n */
#define DEV_FDS     10 /* so many have a file */

#endif
