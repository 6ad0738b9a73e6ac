/* Memory of whole pages (POSIX.1-2017, <sys/mman.h>; anonymous and private only). */
#ifndef _SYS_MMAN_H
#define _SYS_MMAN_H

#include <abi/mman.h>
#include <abi/types.h>

void *mmap(void *addr, size_t len, int prot, int flags, int fd, off_t off);
int munmap(void *addr, size_t len);
int mprotect(void *addr, size_t len, int prot);

#endif
