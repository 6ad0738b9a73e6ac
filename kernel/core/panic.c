/* The panic; see core/panic.h. */
#include "core/panic.h"
#include "arch/arch.h"
#include "core/cpu.h"
#include "core/debug.h"
#include "core/print.h"
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

/* Only the first CPU to panic prints; a panic during a panic ends the machine at once. */
static void tell(const char *format, va_list args)
{
    static uint32_t panicking;
    if (__atomic_exchange_n(&panicking, 1, __ATOMIC_SEQ_CST))
        arch_panic_end();
    arch_panic_begin();
    print_break_lock();

    print("panic: ");
    print_va(format, args);
    print("\n  ");
    panic_print_place();
    print("; called from\n");
}

static _Noreturn void end(void)
{
    debug_print_locks();
    arch_panic_end();
}

_Noreturn void panic(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell(format, args);
    va_end(args);
    arch_backtrace();
    end();
}

_Noreturn void panic_at(const struct trap_frame *frame, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell(format, args);
    va_end(args);
    arch_trap_backtrace(frame);
    end();
}
