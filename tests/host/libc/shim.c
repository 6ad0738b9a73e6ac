/*
 * What lies below Tally's C library when its sources are tested on the host: the host's own calls.
 * The library's symbols all carry the prefix t_; what it asks the system for does not.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define HEAP_BYTES (64u << 20)
#define MAPS_BYTES (64u << 20)

__thread int t_errno;
char **t_environ;
char *t_program_invocation_name = "tested";

int *t___errno_location(void)
{
    return &t_errno;
}

char *__error_text(void)
{
    static char text[32];
    return text;
}

/* Errors below show up in the library's errno, as its stubs do it; the numbers are the same. */
static long result(long value)
{
    if (value < 0)
        t_errno = errno;
    return value;
}

int __openat(int dirfd, const char *path, int flags, int mode)
{
    static const int ours[] = {0x40, 0x80, 0x200, 0x400, 0x1000, 0x4000};
    static const int host[] = {O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_DIRECTORY, O_CLOEXEC};
    int to = flags & 3;
    for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
        if (flags & ours[i])
            to |= host[i];
    return result(openat(dirfd, path, to, mode));
}

int __fcntl(int fd, int cmd, long arg)
{
    return result(fcntl(fd, cmd, arg));
}

int __ioctl(int fd, unsigned long request, void *arg)
{
    return result(ioctl(fd, request, arg));
}

long __read(int fd, void *buf, size_t n)
{
    return result(read(fd, buf, n));
}

long __write(int fd, const void *buf, size_t n)
{
    return result(write(fd, buf, n));
}

int __sync(void)
{
    return 0;
}

long __getcwd(char *buf, size_t n)
{
    return getcwd(buf, n) ? 1 : -1;
}

/* A heap of a fixed size at a fixed place; so running out of memory can be tested too. */
void *__brk(void *end)
{
    static char *base, *now;
    if (!base)
        base = now =
            mmap(NULL, HEAP_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if ((char *)end >= base && (char *)end <= base + HEAP_BYTES)
        now = end;
    return now;
}

/* The library's mmap and munmap (build.mk): the memory for mappings has an end. */
static size_t mapped_nbytes;

void *t_mmap(void *addr, size_t n, int prot, int flags, int fd, off_t offset)
{
    void *map =
        n > MAPS_BYTES - mapped_nbytes ? MAP_FAILED : mmap(addr, n, prot, flags, fd, offset);
    if (map == MAP_FAILED)
        t_errno = ENOMEM;
    else
        mapped_nbytes += n;
    return map;
}

int t_munmap(void *addr, size_t n)
{
    mapped_nbytes -= n;
    return (int)result(munmap(addr, n));
}

/* The tests have one thread. */
int __futex_wait(int *word, int expected, const struct timespec *timeout)
{
    (void)word, (void)expected, (void)timeout;
    abort();
}

int __futex_wake(int *word, int count)
{
    (void)word, (void)count;
    return 0;
}
