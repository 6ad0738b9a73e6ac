/*
 * Messages of the kernel.
 *
 * print() formats like printf(3): %d %u %x %p %s %%, with l and z, and .* for %s.  It never sleeps
 * and may be called from anywhere: from interrupts, and with any lock held.  print_into() is to
 * print() what snprintf(3) is to printf(3): it writes into memory and returns the length of the
 * whole text, of which size - 1 bytes at most are stored.
 */
#ifndef CORE_PRINT_H
#define CORE_PRINT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void print_va(const char *format, va_list args);

/* The last message: whoever prints after it, or writes to a serial port, waits
 * forever, but after print_break_lock(). */
void print_last(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints a line: the address, its kernel function and the offset in it, then `what`, which may be
 * "". */
void print_address(uint64_t pc, const char *what);
int print_into(char *buf, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int print_into_va(char *buf, size_t size, const char *format, va_list args);

/* Where messages go, one sink; set once when the line is known.  The sink may be called with any
 * lock held and must only poll.  last: the same, but keeps the sink's lock. */
void print_set_sink(void (*to)(const char *text, size_t n),
                    void (*last)(const char *text, size_t n), void (*break_lock)(void));

/* For a panic, when the other CPUs are stopped and one of them may hold the sink's lock: from now
 * on the sink does not take it. */
void print_break_lock(void);

#endif
