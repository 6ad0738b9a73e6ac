/*
 * Messages of the kernel.
 *
 * print() formats like printf(3): %d %u %x %p %s %c %%, with l and z, a field width, 0 and - for
 * padding, and .* for %s.  It may be called from anywhere, interrupts and held locks included, and
 * never sleeps. snprint() does the same into memory and returns the length the whole text has.
 */
#ifndef CORE_PRINT_H
#define CORE_PRINT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void vprint(const char *format, va_list args);
void print_address(uint64_t pc); /* a line: the address, the kernel function it lies in, how far */
int snprint(char *buf, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int vsnprint(char *buf, size_t size, const char *format, va_list args);

/* Where messages go, one sink; set once when the line is known.  The sink may be called with any
 * lock held and must only poll. */
void print_set_sink(void (*sink)(const char *text, size_t n), void (*break_lock)(void));

/* For a panic, when the other CPUs are stopped and one of them may hold the sink's lock: from now
 * on the sink does without it. */
void print_break_lock(void);

#endif
