/* The checks around the instructions in usercopy.S; the contract is in arch/usercopy.h.
 * count_user_u16(), which every profiled tick calls, is entirely there. */
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "debug/locks.h"
#include "sched/thread.h"
#include <abi/errno.h>

int usercopy_bytes(void *dst, const void *src, size_t n);
ssize_t usercopy_string(char *dst, const void *src, size_t n);
int usercopy_load32(uint32_t *value, const void *src);

/* With DEBUG=1 panics if the caller must not cause a fault, or the kernel's side of a copy is not
 * the kernel's. */
static void check(const void *kernels, const char *function)
{
    debug_check((uint64_t)kernels >= USER_END,
                "%s() is given 0x%lx as the kernel's memory: are its arguments swapped? "
                "(arch/usercopy.h)",
                function, (uint64_t)kernels);
#ifdef DEBUG
    debug_may_fault(&current_thread()->mutexes, function);
#endif
}

int copy_from_user(void *dst, const void *user_src, size_t n)
{
    check(dst, __func__);
    return user_range_ok((uint64_t)user_src, n) ? usercopy_bytes(dst, user_src, n) : -EFAULT;
}

int try_copy_to_user(void *user_dst, const void *src, size_t n)
{
    return user_range_ok((uint64_t)user_dst, n) ? usercopy_bytes(user_dst, src, n) : -EFAULT;
}

int copy_to_user(void *user_dst, const void *src, size_t n)
{
    check(src, __func__);
    return try_copy_to_user(user_dst, src, n);
}

ssize_t string_from_user(char *dst, const char *user_src, size_t size)
{
    check(dst, __func__);
    uint64_t start = (uint64_t)user_src, room = start < USER_END ? USER_END - start : 0;
    size_t most = size < room ? size : room;
    ssize_t length = usercopy_string(dst, user_src, most);
    if (length < 0 || (size_t)length < most)
        return length;
    return most == size ? -ENAMETOOLONG : -EFAULT;
}

int load_user_u32(uint32_t *value, const uint32_t *user_src)
{
    return user_range_ok((uint64_t)user_src, 4) ? usercopy_load32(value, user_src) : -EFAULT;
}
