/* The text that less shows, cut into rows of the terminal's width. */
#ifndef LESS_TEXT_H
#define LESS_TEXT_H

#include <stddef.h>
#include <stdio.h>

struct text {
    char *bytes;
    size_t length, room;
    size_t *rows; /* where each row begins, in bytes */
    size_t nrows;
};

/* Adds a whole file.  The result is ferror()'s. */
int text_read(struct text *text, FILE *file);

/* Cuts the text into rows of `width` columns: a line that is longer has several.  Tabs go to the
 * next multiple of 8; other control characters take two columns, as ^X. */
void text_cut(struct text *text, size_t width);

/* The row that has this byte. */
size_t text_row_of(const struct text *text, size_t byte);

/* Prints a row without its newline. */
void text_print(const struct text *text, size_t row);

#endif
