/*
 * The line discipline: from bytes typed to bytes read, as in <abi/termios.h>.  Pure: it uses
 * neither a serial port nor processes, never waits, and the tests run it on the host.  The owner of
 * a struct line serialises all calls on it.
 */
#ifndef DEV_LINE_H
#define DEV_LINE_H

#include <abi/termios.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINE_RING 4096 /* entries; a line may have one byte less, its newline included */

struct line {
    struct termios termios;
    void (*echo)(const char *text, size_t n);
    uint16_t ring[LINE_RING]; /* bytes, or LINE_EOF */
    uint32_t head;            /* the next entry to read; all three only count up */
    uint32_t ready;           /* one past the last entry that may be read */
    uint32_t tail;            /* one past the last entry; from ready on they can be edited */
};

/* Cooked mode, nothing typed. */
void line_init(struct line *line, void (*echo)(const char *text, size_t n));

/* A byte was typed.  Echoes it; returns the signal that it stands for, or 0. */
int line_input(struct line *line, uint8_t byte);

/* How many entries may be read; in canonical mode only those of whole lines.  Not all are bytes. */
size_t line_waiting(const struct line *line);

/* Removes and returns at most n >= 1 bytes, in canonical mode no more than to the line's end. */
size_t line_read(struct line *line, uint8_t *buf, size_t n);

/* TCSETS, of the flags that have a meaning (abi/termios.h); drop: discards the input that was not
 * read.  When canonical mode begins, input typed ahead is processed as if typed now.  Returns the
 * signal that it stands for, like line_input(). */
int line_set_termios(struct line *line, const struct termios *termios, bool drop);

/* Converts n bytes of output and stores them in out, which has 2 * n bytes.  Returns how many. */
size_t line_output(const struct line *line, const char *text, size_t n, char *out);

#endif
