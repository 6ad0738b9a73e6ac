/* A string that grows at its end, in the pool.  A NUL, which may come from a file, is not added: it
 * would end the string. */
#ifndef SH_TEXT_H
#define SH_TEXT_H

#include <stddef.h>

struct text {
    char *s; /* always ends in NUL, NULL at first */
    size_t length, room;
};

void text_add(struct text *text, char c);
void text_append(struct text *text, const char *s, size_t n);

#endif
