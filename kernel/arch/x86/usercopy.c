/* The checks around the instructions in usercopy.S; the contract is in arch/usercopy.h.
 * count_user_u16(), which every profiled tick calls, is entirely there. */
#include "arch/usercopy.h"
#include <abi/errno.h>

int user_copy(void *dst, const void *src, size_t n);
int user_zero(void *dst, size_t n);
int user_load8(uint8_t *value, const void *src);
int user_load32(uint32_t *value, const void *src);

int copy_from_user(void *dst, const void *user_src, size_t n)
{
    if (!user_range_ok((uint64_t)user_src, n) || user_copy(dst, user_src, n))
        return -EFAULT;
    return 0;
}

int copy_to_user(void *user_dst, const void *src, size_t n)
{
    if (!user_range_ok((uint64_t)user_dst, n) || user_copy(user_dst, src, n))
        return -EFAULT;
    return 0;
}

int zero_user(void *user_dst, size_t n)
{
    if (!user_range_ok((uint64_t)user_dst, n) || user_zero(user_dst, n))
        return -EFAULT;
    return 0;
}

ssize_t string_from_user(char *dst, const char *user_src, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (!user_range_ok((uint64_t)user_src + i, 1) ||
            user_load8((uint8_t *)dst + i, user_src + i))
            return -EFAULT;
        if (dst[i] == '\0')
            return i;
    }
    return -ENAMETOOLONG;
}

int load_user_u32(uint32_t *value, const uint32_t *user_src)
{
    if (!user_range_ok((uint64_t)user_src, 4) || user_load32(value, user_src))
        return -EFAULT;
    return 0;
}
