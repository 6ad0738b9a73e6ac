/* Text for a JSON file. */
#ifndef PROF_JSON_H
#define PROF_JSON_H

#include <stdio.h>

/* Prints a string with its quotes.  < is an escape, so that the string may stand in a script of an
 * HTML page. */
void json_string(FILE *out, const char *text);

/* Prints "member":"text", and a comma. */
void json_member(FILE *out, const char *member, const char *text);

#endif
