/*
 * The buffer that a read or write copies to or from: kernel memory, or memory of the calling
 * process.  With the latter all functions may sleep, and return -EFAULT if the process has no such
 * access to it.  The caller holds no spin lock.
 */
#ifndef FS_IO_H
#define FS_IO_H

#include "arch/usercopy.h"
#include "core/string.h"
#include <abi/limits.h>

struct io {
    uint64_t addr;
    bool user;
};

static inline struct io io_kernel(const void *mem)
{
    return (struct io){(uint64_t)mem, false};
}

static inline struct io io_user(const void *mem)
{
    return (struct io){(uint64_t)mem, true};
}

/* Copies n bytes from the kernel's src to byte `at` of the buffer. */
static inline int io_copy_to(struct io io, uint64_t at, const void *src, size_t n)
{
    if (io.user)
        return copy_to_user((void *)(io.addr + at), src, n);
    memcpy((void *)(io.addr + at), src, n);
    return 0;
}

/* Copies n bytes from byte `at` of the buffer to the kernel's dst. */
static inline int io_copy_from(struct io io, uint64_t at, void *dst, size_t n)
{
    if (io.user)
        return copy_from_user(dst, (const void *)(io.addr + at), n);
    memcpy(dst, (const void *)(io.addr + at), n);
    return 0;
}

/* 0 if io_copy_from() of these n bytes will succeed, or -EFAULT. */
static inline int io_probe(struct io io, uint64_t at, size_t n)
{
    uint64_t addr = io.addr + at, end = addr + n;
    int error = 0;
    char byte;
    if (io.user && n > 0)
        do /* a byte of each page */
            error = copy_from_user(&byte, (const void *)addr, 1);
        while (!error && (addr = (addr | (PAGE_SIZE - 1)) + 1) < end);
    return error;
}

#endif
