/* Text for a JSON file, for prof and trace. */
#ifndef BIN_JSON_H
#define BIN_JSON_H

#include <stdio.h>

/* Prints a string with its quotes.  < is an escape, so that the string may stand in a script of an
 * HTML page. */
static inline void json_string(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\' || *text == '<' || (unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            putc(*text, out);
    putc('"', out);
}

/* Prints "member":"text", and a comma. */
static inline void json_member(FILE *out, const char *member, const char *text)
{
    fprintf(out, "\"%s\":", member);
    json_string(out, text);
    fputs(",\n", out);
}

#endif
