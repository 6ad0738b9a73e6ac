/*
 * File name patterns: * any characters, ? any one, [a-z] one of them, [!a-z] none of them,
 * \c the character c itself.
 */
#ifndef SH_NAMES_H
#define SH_NAMES_H

#include "parse.h"

/*
 * Puts the names that match, sorted, at *place (words in the pool) and returns the place after
 * them; place itself if there are none.
 */
struct word **glob_expand(const char *pattern, struct word **place);

/* The pattern as plain text: without the backslashes. */
char *glob_plain(const char *pattern);

/* Prints names in columns, as wide as the terminal. */
void names_print(const struct word *names);

#endif
