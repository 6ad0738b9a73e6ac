/*
 * National PC16550D: registers are byte ports behind a base address (data sheet, section 8).
 *
 * The output lock is not a struct spinlock, because that needs the struct cpu, and messages are
 * printed before it is set up.  It is the last of all locks in the lock order.
 */
#include "dev/uart.h"
#include "arch/arch.h"
#include "arch/device.h"
#include "core/cmdline.h"
#include "core/irq.h"
#include "core/print.h"
#include "core/string.h"

#define UART_DATA 0 /* in: received byte; out: byte to send; with LCR_DIVISOR: divisor low */
#define UART_IER  1 /* interrupt enable; with LCR_DIVISOR: divisor high */
#define UART_FCR  2 /* out: FIFO control */
#define UART_LCR  3 /* line control */
#define UART_MCR  4 /* modem control */
#define UART_LSR  5 /* line status */

#define IER_RECEIVED     0x01
#define FCR_ENABLE_CLEAR 0x07 /* both FIFOs on and empty; an interrupt at the first byte */
#define LCR_8N1          0x03
#define LCR_DIVISOR      0x80
#define MCR_DTR_RTS_OUT2 0x0b /* the PC gates the interrupt line with OUT2 */
#define LSR_RECEIVED     0x01
#define LSR_BREAK        0x10 /* until LSR is read; the data has a 0 for it */
#define LSR_SEND_EMPTY   0x20 /* the sending FIFO is empty */

#define FIFO_BYTES 16
#define COM1_IRQ   4

static uint32_t output_lock; /* 1: taken */
static bool lock_broken;     /* a panic: do not wait for the lock */
static enum uart_port log_port = UART_COM1;
static void (*input)(int byte);
static bool has_break; /* atomic */

/* Bytes received, and one more; 0: none can be yet.  For tools/running/terminal.py. */
static volatile uint64_t uart_taken;

static void port_init(enum uart_port port)
{
    port_out8(port + UART_IER, 0);
    port_out8(port + UART_LCR, LCR_DIVISOR);
    port_out8(port + UART_DATA, 1); /* 115200 baud */
    port_out8(port + UART_IER, 0);
    port_out8(port + UART_LCR, LCR_8N1);
    port_out8(port + UART_FCR, FCR_ENABLE_CLEAR);
    port_out8(port + UART_MCR, MCR_DTR_RTS_OUT2);
}

static uint8_t status_of(enum uart_port port)
{
    uint8_t status = port_in8(port + UART_LSR);
    if (port == UART_COM1 && status & LSR_BREAK)
        __atomic_store_n(&has_break, true, __ATOMIC_RELAXED);
    return status;
}

/* A port that does not exist reads as all ones, so this does not hang.  Keeps the lock. */
static void send_locked(enum uart_port port, const char *text, size_t n)
{
    irq_hold();
    while (__atomic_exchange_n(&output_lock, 1, __ATOMIC_ACQUIRE) &&
           !__atomic_load_n(&lock_broken, __ATOMIC_ACQUIRE))
        machine_pause();
    for (size_t i = 0; i < n; i++) {
        while (i % FIFO_BYTES == 0 && !(status_of(port) & LSR_SEND_EMPTY))
            machine_pause();
        port_out8(port + UART_DATA, text[i]);
    }
}

void uart_write(enum uart_port port, const char *text, size_t n)
{
    send_locked(port, text, n);
    __atomic_store_n(&output_lock, 0, __ATOMIC_RELEASE);
    irq_release();
}

void uart_log(const char *text, size_t n)
{
    uart_write(log_port, text, n);
}

/* The machine's last line: all output after it waits forever. */
static void log_last(const char *text, size_t n)
{
    send_locked(log_port, text, n);
}

/* In a panic, when the other CPUs are stopped: from now on output does not wait for the lock. */
static void break_lock(void)
{
    __atomic_store_n(&lock_broken, true, __ATOMIC_RELEASE);
}

void uart_early(void)
{
    port_init(UART_COM1);
    port_init(UART_COM2);
    print_set_sink(uart_log, log_last, break_lock);
}

/* Reads until the FIFO is empty: only then the line of this edge-triggered interrupt goes low. */
static void interrupt(void *arg)
{
    (void)arg;
    while (status_of(UART_COM1) & LSR_RECEIVED) {
        uint8_t byte = port_in8(UART_COM1 + UART_DATA);
        bool is_break = byte == 0 && __atomic_exchange_n(&has_break, false, __ATOMIC_RELAXED);
        uart_taken += !is_break;
        input(is_break ? UART_BREAK : byte);
    }
}

void uart_start(void (*receive)(int byte))
{
    char log[8] = "com1";
    cmdline_value("log", log, sizeof(log));
    if (strcmp(log, "com2") == 0)
        log_port = UART_COM2;
    else if (strcmp(log, "com1") != 0)
        print("boot line: log=%s: must be com1 or com2; messages stay on com1\n", log);
    input = receive;
    arch_irq_route_isa(COM1_IRQ, interrupt, NULL);
    uart_taken = 1;
    port_out8(UART_COM1 + UART_IER, IER_RECEIVED);
}
