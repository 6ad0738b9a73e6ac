/* The calls on a process's memory: brk, mmap, munmap, mprotect. */
#include "core/cpu.h"
#include "sched/thread.h"
#include "sys/syscalls.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/limits.h>
#include <abi/mman.h>

#define PROT_ALL (PROT_READ | PROT_WRITE | PROT_EXEC)
_Static_assert(SPACE_READ == PROT_READ && SPACE_WRITE == PROT_WRITE && SPACE_EXEC == PROT_EXEC,
               "protections are passed through");

int64_t sys_brk(void *end)
{
    return space_brk(current_thread()->space, (uint64_t)end);
}

int64_t sys_mmap(void *addr, size_t len, int prot, int flags, int fd, off_t off)
{
    (void)off;
    if (prot & ~PROT_ALL || !(flags & MAP_PRIVATE))
        return -EINVAL;
    if (!(flags & MAP_ANONYMOUS) || fd != -1)
        return -ENODEV; /* files are not mapped */
    bool fixed = flags & MAP_FIXED;
    if (fixed && !addr)
        return -EINVAL;
    /* Without MAP_FIXED the address is only a hint, which is ignored. */
    return space_map(current_thread()->space, fixed ? (uint64_t)addr : 0, len, prot, fixed);
}

int64_t sys_munmap(void *addr, size_t len)
{
    return space_unmap(current_thread()->space, (uint64_t)addr, len);
}

int64_t sys_mprotect(void *addr, size_t len, int prot)
{
    if (prot & ~PROT_ALL)
        return -EINVAL;
    if (len == 0)
        return (uint64_t)addr % PAGE_SIZE ? -EINVAL : 0;
    return space_protect(current_thread()->space, (uint64_t)addr, len, prot);
}
