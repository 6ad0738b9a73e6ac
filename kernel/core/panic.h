/*
 * panic() is for a broken invariant, never for anything that a user program or a disk image can do.
 * It stops the other CPUs, prints its message and a backtrace with function names, and ends the
 * machine with a status that means a panic.
 */
#ifndef CORE_PANIC_H
#define CORE_PANIC_H

struct cpu;
struct trap_frame;

extern struct cpu *panic_cpu; /* atomic: the first to panic; only that one prints */

_Noreturn void panic(const char *format, ...) __attribute__((cold, format(printf, 1, 2)));

/* The same for an exception that the kernel must not cause: with its registers, and the backtrace
 * is that of its cause. */
_Noreturn void panic_at(const struct trap_frame *frame, const char *format, ...)
    __attribute__((cold, format(printf, 2, 3)));

/* Panics, naming the condition and the place, unless it holds.  Always compiled in. */
#define assert(condition) \
    ((condition)          \
         ? (void)0        \
         : panic("%s:%d: %s: assertion failed: %s", __FILE__, __LINE__, __func__, #condition))

/* With DEBUG=1 panics, with that message, unless the condition holds.  Otherwise it is nothing. */
#ifdef DEBUG
#define DEBUG_ON 1
#else
#define DEBUG_ON 0
#endif
#define debug_check(condition, ...)   \
    do {                              \
        if (DEBUG_ON && !(condition)) \
            panic(__VA_ARGS__);       \
    } while (0)

/* Sets, once, a function that prints more on the panic's line with the CPU.  It may be called with
 * any lock held. */
void panic_set_context(void (*print_context)(void));
void panic_print_place(void); /* prints that line */

#endif
