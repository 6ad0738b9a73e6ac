/* A counter for two bytes of text belongs to one function: none begins at an odd address, even one
 * that asks for no alignment and comes after one with an odd number of bytes. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FUNCTION(name)                                           \
    __attribute__((aligned(1), noinline)) static int name(int x) \
    {                                                            \
        __asm__ volatile(".skip 1, 0x90");                       \
        return x * __LINE__;                                     \
    }
#define FIVE(name) \
    FUNCTION(name##1) FUNCTION(name##2) FUNCTION(name##3) FUNCTION(name##4) FUNCTION(name##5)
FIVE(a)
FIVE(b)

typedef int function(int);

int main(void)
{
    /* Ours, and some of the library's, stubs in assembly among them. */
    static function *const ours[] = {a1, a2, a3, a4, a5, b1, b2, b3, b4, b5};
    const uintptr_t others[] = {(uintptr_t)main,   (uintptr_t)read,   (uintptr_t)write,
                                (uintptr_t)getpid, (uintptr_t)memcpy, (uintptr_t)strlen,
                                (uintptr_t)exit,   (uintptr_t)memset, (uintptr_t)fork};
    for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
        CHECK_EQ((uintptr_t)ours[i] % 2, 0);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        CHECK_EQ(others[i] % 2, 0);
    return 0;
}
