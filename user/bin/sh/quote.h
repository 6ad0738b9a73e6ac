/* The parts of a word: quotes, dollars and backquotes, and where each of them ends. */
#ifndef SH_QUOTE_H
#define SH_QUOTE_H

#include "lex.h"

#include <stddef.h>

/* Past the part of an unquoted word that begins here, or past one character. */
void quote_skip(struct lexer *lex);

/* Past all that is left of a text in which only dollars, ` and backslashes have a meaning. */
void quote_skip_rest(struct lexer *lex);

/* The length of the parameter's name at s: a variable's, a number or one special character; 0: none
 * (POSIX.1-2017, Shell Command Language 2.5). */
size_t quote_name_length(const char *s);

/* text is at a $ before ( or {, and was skipped before; quoted: it is in double quotes.  Returns
 * what follows the closing bracket. */
const char *quote_dollar_end(const char *text, bool quoted);

/* text is just after a `: where the other one is, or the end. */
const char *quote_backquote_end(const char *text);

/* The text between two `, less the backslashes that it needed there; those before " also go if all
 * stands in double quotes. */
char *quote_backquoted(const char *text, const char *end, bool quoted);

#endif
