/*
 * Turns words as they were written into the words that programs get.  Left out: ~NAME, as there are
 * no users.  If sh.interrupted is set, the result must not be used.
 */
#ifndef SH_EXPAND_H
#define SH_EXPAND_H

#include "parse.h"

/*
 * All of a command's words: a ~ and dollars replaced, what dollars gave split at the characters of
 * IFS, patterns replaced by the names they match, quotes gone.  The list is in the pool.
 */
struct word *expand_words(const struct word *words);

/* One word as one string: neither split nor matched with names. */
char *expand_string(const char *text);

/* The same for a variable's value, where a ~ may also follow a colon. */
char *expand_assigned(const char *text);

/* The same for fnmatch(3): what was quoted has backslashes. */
char *expand_pattern(const char *text);

/* The lines of a here-document. */
char *expand_here(const char *text);

#endif
