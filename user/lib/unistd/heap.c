/* The end of the heap.  For an end that it cannot set the kernel returns the current one. */
#include <errno.h>
#include <stdint.h>
#include <sys/calls.h>
#include <unistd.h>

void *sbrk(intptr_t change)
{
    char *now = __brk(NULL), *want = (char *)((uintptr_t)now + change);

    if (change == 0)
        return now;
    if ((change > 0 && want < now) || (change < 0 && want > now) || __brk(want) != want) {
        errno = ENOMEM;
        return (void *)-1;
    }
    return now;
}

int brk(void *end)
{
    if (__brk(end) == end)
        return 0;
    errno = ENOMEM;
    return -1;
}
