/* The panic; see core/panic.h. */
#include "core/panic.h"
#include "arch/arch.h"
#include "core/cpu.h"
#include "core/print.h"
#include "debug/locks.h"
#include <stdarg.h>
#include <stdint.h>

static void (*context)(void);

void panic_set_context(void (*print_context)(void))
{
    context = print_context;
}

void panic_print_place(void)
{
    print("on CPU %u", cpu_self()->id);
    if (context)
        context();
}

struct cpu *panic_cpu;
static const char *format_of_first; /* NULL: it has panicked again */

/* A panic inside a panic: most likely a value is broken that the first was about to print.  The
 * format needs no values.  A third panic ends the machine.  A panic of another CPU must not end it
 * before the first is printed: that CPU waits to be stopped (arch_panic_begin). */
static void tell_again(void)
{
    while (__atomic_load_n(&panic_cpu, __ATOMIC_RELAXED) != cpu_self())
        machine_pause();
    const char *format = format_of_first;
    if (!format)
        return;
    format_of_first = NULL;
    print("\npanic: another panic came before this one was printed: %s\n  called from\n", format);
    arch_backtrace();
}

/* frame: NULL, or with registers to print. */
static void tell(const struct trap_frame *frame, const char *format, va_list args)
{
    struct cpu *nobody = NULL;
    if (!__atomic_compare_exchange_n(&panic_cpu, &nobody, cpu_self(), false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_RELAXED)) {
        tell_again();
        arch_panic_end();
    }
    format_of_first = format;
    arch_panic_begin();
    print_break_lock();

    if (frame)
        arch_print_registers(frame);
    print("panic: ");
    print_va(format, args);
    print("\n  ");
    panic_print_place();
    print("; called from\n");
}

_Noreturn void panic(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell(NULL, format, args);
    va_end(args);
    arch_backtrace();
    debug_print_locks();
    arch_panic_end();
}

_Noreturn void panic_at(const struct trap_frame *frame, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell(frame, format, args);
    va_end(args);
    arch_trap_backtrace(frame);
    debug_print_locks();
    arch_panic_end();
}
