/* From words as they were written to what programs get. */
#ifndef SH_EXPAND_H
#define SH_EXPAND_H

#include "parse.h"

/*
 * All of a command's words: dollars replaced, what they gave split at blanks and newlines,
 * patterns replaced by the names they match, quotes gone.  The list is in the pool.
 */
struct word *expand_words(const struct word *words);

/* One word as one string: neither split nor matched with names. */
char *expand_string(const char *text);

#endif
