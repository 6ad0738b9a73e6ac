/* Who called whom: follows the frame pointers.  Each function's frame begins with its caller's rbp
 * and return address. */
#include "arch/x86/backtrace.h"
#include "arch/arch.h"
#include "arch/x86/layout.h"
#include "arch/x86/stack.h"
#include "core/print.h"

static bool is_frame(uint64_t rbp)
{
    return rbp % 8 == 0 && rbp >= STACK_AREA && rbp < UINT64_MAX - 16 &&
           (rbp >= KERNEL_BASE || !stack_is_guard(rbp));
}

void backtrace_from(uint64_t rbp)
{
    for (int depth = 0; depth < 32 && is_frame(rbp); depth++) {
        uint64_t *frame = (uint64_t *)rbp;
        if (frame[1] < KERNEL_BASE)
            break;
        print_address(frame[1] - 1, ""); /* inside the call instruction, not after it */
        rbp = frame[0];
    }
}

void arch_backtrace(void)
{
    backtrace_from((uint64_t)__builtin_frame_address(0));
}
