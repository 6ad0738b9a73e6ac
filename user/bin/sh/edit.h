/* Reading a line that a person types: cursor keys, ^A ^E ^U ^K ^W ^L, history. */
#ifndef SH_EDIT_H
#define SH_EDIT_H

enum edit_result {
    EDIT_LINE,
    EDIT_END,       /* ^D at an empty line, or the terminal is gone */
    EDIT_INTERRUPT, /* ^C */
};

/* Remembers how the terminal is set up now, and that programs get whole lines, an echo and ^C;
 * edit_restore_terminal() makes it so again. */
void edit_start(void);
void edit_restore_terminal(void);

/* *result, without its newline, is in the pool. */
enum edit_result edit_line(const char *prompt_text, const char **result);

#endif
