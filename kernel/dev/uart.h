/*
 * The PC's two serial ports: COM1, the console, and COM2, for messages on a line of their own.
 *
 * Output is polled and may be asked for anywhere: with any lock held, in interrupts, before there
 * are CPU structures.  One lock serialises it between CPUs, so a text comes out in one piece.
 */
#ifndef DEV_UART_H
#define DEV_UART_H

#include <stddef.h>
#include <stdint.h>

enum uart_port { UART_COM1, UART_COM2 };

/* Sets both ports up and makes uart_log() the sink of print().  The first thing at boot. */
void uart_early_init(void);

void uart_put(enum uart_port port, const char *text, size_t n);

/* Writes to where the kernel's messages go: COM1 until uart_set_log_port(). */
void uart_log(const char *text, size_t n);
void uart_set_log_port(enum uart_port port);

/* Has receive(byte) called, in interrupt context, for each byte that arrives on COM1.  Once. */
void uart_start_input(void (*receive)(uint8_t byte));

/* For a panic, when no other CPU runs any more: output goes on without the lock. */
void uart_break_lock(void);

#endif
