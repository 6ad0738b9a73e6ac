/*
 * From words as they were written to what programs get.  Left out: ~NAME, as there are no users;
 * $-; all that ${ } does but to enclose a name; and IFS, for read, too: blanks and newlines
 * separate.  With sh.interrupted what comes of it is not to be used.
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

/* The same for a variable's value, where a ~ may follow a colon, too. */
char *expand_assigned(const char *text);

#endif
