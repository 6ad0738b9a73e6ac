/*
 * Powering off.  QEMU's isa-debug-exit device ends QEMU with a status that tells a clean exit from
 * a panic; without that device the ACPI sleep state S5 of QEMU's PCs is used.
 */
#include "arch/arch.h"
#include "arch/x86/apic.h"
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
