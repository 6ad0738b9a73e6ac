/* The terminal of an interactive shell: its modes, its width and its keys. */
#ifndef SH_TERMINAL_H
#define SH_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#define CONTROL(letter) (0x1f & (letter))

/* Keys that send more than one byte, and events that end the waiting for a key. */
enum key {
    KEY_END = 256, /* the terminal is gone */
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_FIRST,
    KEY_LAST,
    KEY_DELETE,
    KEY_RESIZED, /* the window has another size */
    KEY_UNKNOWN
};

/* Remembers how the terminal is set up now, and that programs get whole lines, an echo and ^C;
 * terminal_restore() makes it so again. */
void terminal_start(void);
void terminal_restore(void);

/* Takes the terminal back (job.h).  Then bytes come as they are typed, ^C too, and nothing is
 * echoed. False: the terminal is not the shell's. */
bool terminal_make_raw(void);

size_t terminal_width(void);

/* Asks the terminal how large its window is: nothing tells the machine.  The answer comes as keys,
 * and terminal_key() gives it to the kernel. */
void terminal_ask_size(void);

/* Waits for a byte, or one of enum key. */
int terminal_key(void);

#endif
