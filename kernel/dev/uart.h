/*
 * The PC's two serial ports: COM1, the console, and COM2, for messages on a separate line.
 *
 * Output is polled and may be called anywhere: with any lock held, in interrupts, before the CPU
 * structures are set up.  One lock serialises it between CPUs, so texts do not mix.
 */
#ifndef DEV_UART_H
#define DEV_UART_H

#include <stddef.h>
#include <stdint.h>

enum uart_port { UART_COM1 = 0x3f8, UART_COM2 = 0x2f8 }; /* their first registers */

void uart_write(enum uart_port port, const char *text, size_t n);

/* Writes to the port for kernel messages: COM1 until uart_start(), then as log= says. */
void uart_log(const char *text, size_t n);

#define UART_BREAK (-1) /* no byte: the line was held for longer than a byte takes */

/* Applies log=com1 or log=com2 of the boot line.  From now on calls receive(), in interrupt
 * context, for each byte or break that arrives on COM1.  Called once. */
void uart_start(void (*receive)(int byte));

#endif
