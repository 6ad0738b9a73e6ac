/* mmap(2), for private zero-filled memory only (POSIX.1-2017, <sys/mman.h>). */
#ifndef ABI_MMAN_H
#define ABI_MMAN_H

#define PROT_NONE  0
#define PROT_READ  1
#define PROT_WRITE 2
#define PROT_EXEC  4

#define MAP_PRIVATE   0x02 /* required */
#define MAP_FIXED     0x10 /* at the given address, replacing what was there */
#define MAP_ANONYMOUS 0x20 /* required: files cannot be mapped */
#define MAP_ANON      MAP_ANONYMOUS
#define MAP_FAILED    ((void *)-1)

#endif
