/* Memory of whole pages (POSIX.1-2017, <sys/mman.h>); abi/mman.h says what can be mapped. */
#ifndef _SYS_MMAN_H
#define _SYS_MMAN_H

#include <abi/mman.h>
#include <abi/types.h>

void *mmap(void *addr, size_t len, int prot, int flags, int fd, off_t off);
int munmap(void *addr, size_t len);
int mprotect(void *addr, size_t len, int prot);
int msync(void *addr, size_t len, int flags);

/* Shared memory with a name: the file /tmp/shm.NAME; a slash before NAME is left out. */
int shm_open(const char *name, int flags, mode_t mode); /* O_RDONLY or O_RDWR; -1 with errno */
int shm_unlink(const char *name);

#endif
