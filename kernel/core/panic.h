/*
 * panic() is for a broken invariant, never for anything that a user program or a disk image can do.
 * It stops the other CPUs, prints its message and a backtrace with function names, and ends the
 * machine with a status that means a panic.
 */
#ifndef CORE_PANIC_H
#define CORE_PANIC_H

_Noreturn void panic(const char *format, ...) __attribute__((cold, format(printf, 1, 2)));

/* Panics, naming the condition and the place, unless it holds.  Always compiled in. */
#define assert(condition) \
    ((condition)          \
         ? (void)0        \
         : panic("%s:%d: %s: assertion failed: %s", __FILE__, __LINE__, __func__, #condition))

/* What else a panic prints, on the line that names the CPU; set once.  It may be called with any
 * lock held. */
void panic_set_context(void (*print_context)(void));
void panic_print_place(void); /* what it prints there */

#endif
