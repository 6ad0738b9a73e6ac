/* Reading a line that a person types: cursor keys, ^A ^E ^U ^K ^W ^L, Tab, history and ^R. */
#ifndef SH_EDIT_H
#define SH_EDIT_H

enum edit_result {
    EDIT_LINE,
    EDIT_END,       /* ^D at an empty line, or the terminal is gone */
    EDIT_INTERRUPT, /* ^C */
};

/* *result, without its newline, is in the pool. */
enum edit_result edit_line(const char *prompt_text, const char **result);

#endif
