/* Here-documents: the lines after << and a word (POSIX.1-2017, Shell Command Language 2.7.4). */
#ifndef SH_HERE_H
#define SH_HERE_H

#include "lex.h"

/* The current token is the word after << or <<-: the redirection's lines follow the next newline.
 */
void here_expect(struct lexer *lex, struct redirect *redirect);

/* Just after that newline: reads the lines of all that are expected. */
void here_read(struct lexer *lex);

/* At the end of the text: an error if lines are missing. */
void here_check(struct lexer *lex);

#endif
