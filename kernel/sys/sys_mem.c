/* The calls on a process's memory: brk, mmap, munmap, mprotect, msync. */
#include "core/cpu.h"
#include "core/round.h"
#include "fs/file_table.h"
#include "fs/fs.h"
#include "fs/inode.h"
#include "fs/mapped.h"
#include "proc/process.h"
#include "sched/thread.h"
#include "sys/syscalls.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/fcntl.h>
#include <abi/limits.h>
#include <abi/mman.h>

#define PROT_ALL (PROT_READ | PROT_WRITE | PROT_EXEC)
_Static_assert(SPACE_READ == PROT_READ && SPACE_WRITE == PROT_WRITE && SPACE_EXEC == PROT_EXEC,
               "protections are passed through");

int64_t sys_brk(void *end)
{
    return space_brk(current_thread()->space, (uint64_t)end);
}

/* Unmaps the new mapping after an error. */
static int64_t mapped(int64_t addr, size_t len, int64_t error)
{
    if (error < 0)
        space_unmap(current_thread()->space, addr, len);
    return error < 0 ? error : addr;
}

/* Without MAP_FIXED the address is only a hint, which is ignored. */
static int64_t map_zeros(void *addr, size_t len, uint32_t prot, int flags)
{
    bool fixed = flags & MAP_FIXED;
    if (fixed && !addr)
        return -EINVAL;
    return space_map(current_thread()->space, fixed ? (uint64_t)addr : 0, len, prot, fixed);
}

/* Makes the pages of a shared mapping: those of the file, locked, or zeros.  Another thread may
 * unmap them meanwhile: the rest, which may be 2^35 pages, is not looked at then. */
static int fill(struct inode *inode, off_t off, int64_t addr, size_t len, uint32_t prot)
{
    int error = 0;
    void *page = NULL;
    for (uint64_t at = 0; at < len && !error; at += PAGE_SIZE) {
        if (inode)
            error = mapped_page(inode, (off + at) / PAGE_SIZE, !(prot & SPACE_SEALED), &page);
        if (error || (inode && !page))
            break;
        error = space_share(current_thread()->space, addr + at, page, prot & REGION_KEPT);
    }
    return error == -ENOENT ? 0 : error;
}

/* file NULL: zeros. */
static int64_t share(void *addr, size_t len, uint32_t prot, int flags, struct file *file, off_t off)
{
    struct inode *inode = file ? file->inode : NULL;
    prot |= SPACE_SHARED;
    if (file && (file->flags & O_ACCMODE) == O_RDONLY)
        prot |= SPACE_SEALED;
    int64_t result = map_zeros(addr, len, prot, flags);
    if (result < 0)
        return result;
    if (inode)
        mapped_begin(inode);
    int error = fill(inode, off, result, len, prot);
    if (inode) {
        mapped_end(inode);
        inode_was_read(inode);
    }
    return mapped(result, len, error);
}

/* Copies the file to the mapping; a touch of the pages after the file's end is SIGBUS. */
static int copy_file(struct file *file, int64_t addr, size_t len, int prot, off_t off)
{
    struct space *space = current_thread()->space;
    int64_t n = file_read_at(file, (void *)addr, len, off);
    if (n < 0)
        return n;
    uint64_t used = round_up(n, PAGE_SIZE), all = round_up(len, PAGE_SIZE);
    int64_t result = used > 0 ? space_protect(space, addr, used, prot) : 0;
    if (result == 0 && used < all)
        result = space_map(space, addr + used, all - used, prot | SPACE_SHARED, true);
    return result < 0 ? result : 0;
}

static int64_t map_file(void *addr, size_t len, int prot, int flags, struct file *file, off_t off)
{
    if (file->kind != FILE_INODE || !S_ISREG(inode_kind(file->inode)))
        return -ENODEV;
    if (off < 0 || off % PAGE_SIZE != 0)
        return -EINVAL;
    uint32_t access = file->flags & O_ACCMODE;
    if (access == O_WRONLY || (access == O_RDONLY && flags & MAP_SHARED && prot & PROT_WRITE))
        return -EACCES;
    if (flags & MAP_SHARED)
        return share(addr, len, prot, flags, file, off);
    int64_t result = map_zeros(addr, len, PROT_READ | PROT_WRITE, flags);
    return result < 0 ? result : mapped(result, len, copy_file(file, result, len, prot, off));
}

/* After pages were unmapped: those of files that no program maps any more. */
static void settle_files(void)
{
    if (current_thread()->space->shares)
        mapped_write_back(false); /* after an error there was a message */
}

int64_t sys_mmap(void *addr, size_t len, int prot, int flags, int fd, off_t off)
{
    bool shared = flags & MAP_SHARED, private = flags & MAP_PRIVATE;
    if (prot & ~PROT_ALL || shared == private)
        return -EINVAL;
    if (flags & MAP_ANONYMOUS)
        return fd != -1 ? -ENODEV
               : shared ? share(addr, len, prot, flags, NULL, 0)
                        : map_zeros(addr, len, prot, flags);
    struct file *file = file_table_get(&current_process()->files, fd);
    if (!file)
        return -EBADF;
    int64_t result = map_file(addr, len, prot, flags, file, off);
    file_put(file);
    if (result < 0 || flags & MAP_FIXED)
        settle_files();
    return result;
}

int64_t sys_munmap(void *addr, size_t len)
{
    int64_t result = space_unmap(current_thread()->space, (uint64_t)addr, len);
    settle_files();
    return result;
}

int64_t sys_msync(void *addr, size_t len, int flags)
{
    uint64_t all = round_up(len, PAGE_SIZE);
    if ((uint64_t)addr % PAGE_SIZE != 0 || flags & ~(MS_ASYNC | MS_SYNC | MS_INVALIDATE) ||
        (flags & MS_ASYNC && flags & MS_SYNC))
        return -EINVAL;
    if (all < len || !space_allows(current_thread()->space, (uint64_t)addr, all, 0))
        return -ENOMEM;
    return flags & MS_SYNC ? fs_sync() : mapped_write_back(true);
}

int64_t sys_mprotect(void *addr, size_t len, int prot)
{
    if (prot & ~PROT_ALL)
        return -EINVAL;
    if (len == 0)
        return (uint64_t)addr % PAGE_SIZE ? -EINVAL : 0;
    return space_protect(current_thread()->space, (uint64_t)addr, len, prot);
}
