/* Compound commands, and the functions of parse.c that their parser calls. */
#ifndef SH_COMPOUND_H
#define SH_COMPOUND_H

#include "lex.h"

/* The one that begins at the current token, with its redirections; NULL: none does. */
struct node *compound_parse(struct lexer *lex);

struct node *parse_make(enum node_kind kind);

/* Each advances past what it parses, and records an error if that is not there. */
struct node *parse_list(struct lexer *lex); /* may be NULL: it is empty */
struct word **parse_word(struct lexer *lex, struct word **place);
void parse_redirects(struct lexer *lex, struct redirect **place);
void parse_skip_newlines(struct lexer *lex);
bool parse_at_word(const struct lexer *lex, const char *word);
void parse_expect_word(struct lexer *lex, const char *word);

/* Records an error: the current token is not what is wanted. */
void parse_unexpected(struct lexer *lex, const char *wanted);

#endif
