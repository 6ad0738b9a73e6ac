/*
 * The line discipline: from bytes typed to bytes read, as <abi/termios.h> says.  Pure: it knows
 * neither a serial port nor a process, never waits, and runs on the host in the tests.  The owner
 * of a struct line serialises all calls on it.
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
    uint32_t head;            /* the next entry to read; all three count up for ever */
    uint32_t ready;           /* behind the last entry that may be read */
    uint32_t tail;            /* behind the last entry; from ready on it can still be edited */
};

/* Cooked mode, nothing typed. */
void line_init(struct line *line, void (*echo)(const char *text, size_t n));

/* A byte was typed.  Echoes what is to be echoed; returns the signal that it asks for, or 0. */
int line_input(struct line *line, uint8_t byte);

/* How many entries wait to be read; in canonical mode of whole lines only.  Not all are bytes. */
size_t line_waiting(const struct line *line);

/* Takes at most n >= 1 bytes.  *more is set if the same read() may go on with what waits: not at a
 * line's end in canonical mode. */
size_t line_take(struct line *line, uint8_t *buf, size_t n, bool *more);

/* TCSETS; drop: what has been typed and not been read is forgotten.  Returns what line_input()
 * does: when canonical mode begins, what was typed ahead counts as typed now. */
int line_set_termios(struct line *line, const struct termios *termios, bool drop);

/* Writes to out, which has 2 * n bytes, what n bytes of output become: the number of bytes. */
size_t line_output(const struct line *line, const char *text, size_t n, char *out);

#endif
