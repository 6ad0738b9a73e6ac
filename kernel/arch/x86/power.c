/*
 * Powering off.  QEMU's isa-debug-exit device ends QEMU with a status that tells a clean exit from
 * a panic; without that device the ACPI sleep state S5 of QEMU's PCs is used.
 */
#include "arch/arch.h"
#include "arch/x86/apic.h"
#include "arch/x86/layout.h"
#include "arch/x86/stack.h"
#include "core/irq.h"
#include "core/print.h"

#define DEBUG_EXIT_PORT  0xf4
#define DEBUG_EXIT_CLEAN 0x10 /* QEMU exits with 2 * value + 1 */
#define DEBUG_EXIT_PANIC 0x11
#define PM1A_CONTROL     0x604 /* on QEMU's pc and q35 */
#define PM1A_SLEEP_S5    0x2000

static _Noreturn void stop(void)
{
    for (;;)
        __asm__ volatile("cli; hlt");
}

_Noreturn void arch_poweroff(int status)
{
    irq_hold();
    print("tally: exit %d\n", status);
    port_out32(DEBUG_EXIT_PORT, DEBUG_EXIT_CLEAN);
    port_out16(PM1A_CONTROL, PM1A_SLEEP_S5);
    stop();
}

void arch_panic_begin(void)
{
    irq_hold();
    apic_send_nmi_others();
}

_Noreturn void arch_panic_end(void)
{
    port_out32(DEBUG_EXIT_PORT, DEBUG_EXIT_PANIC);
    stop();
}

/* Frame pointers: each function's frame begins with its caller's rbp and return address. */
static bool is_frame(uint64_t rbp)
{
    return rbp % 8 == 0 && rbp >= STACK_AREA && rbp < UINT64_MAX - 16 &&
           (rbp >= KERNEL_BASE || !stack_is_guard(rbp));
}

void arch_backtrace(void)
{
    uint64_t rbp = (uint64_t)__builtin_frame_address(0);
    for (int depth = 0; depth < 32 && is_frame(rbp); depth++) {
        uint64_t *frame = (uint64_t *)rbp;
        if (frame[1] < KERNEL_BASE)
            break;
        print_address(frame[1] - 1); /* inside the call instruction, not after it */
        rbp = frame[0];
    }
}
