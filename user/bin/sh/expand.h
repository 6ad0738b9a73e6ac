/*
 * Turns words as they were written into the words that programs get.  Left out: ~NAME, as there are
 * no users; $-; the operators of ${ }, which only encloses a name; and IFS, also for read: blanks
 * and newlines separate.  If sh.interrupted is set, the result must not be used.
 */
#ifndef SH_EXPAND_H
#define SH_EXPAND_H

#include "parse.h"

/*
 * All of a command's words: a ~ and dollars replaced, what dollars gave split at blanks and
 * newlines, patterns replaced by the names they match, quotes gone.  The list is in the pool.
 */
struct word *expand_words(const struct word *words);

/* One word as one string: neither split nor matched with names. */
char *expand_string(const char *text);

/* The same for a variable's value, where a ~ may also follow a colon. */
char *expand_assigned(const char *text);

#endif
