/* The tokens that the parser sees. */
#ifndef SH_LEX_H
#define SH_LEX_H

#include "parse.h"

enum token {
    TOKEN_END, /* of the text; also what follows an error */
    TOKEN_WORD,
    TOKEN_NEWLINE,
    TOKEN_SEMICOLON,
    TOKEN_AMPERSAND,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_PIPE,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_REDIRECT,
};

struct lexer {
    char *at;             /* just after the current token */
    const char *start;    /* of the current token */
    const char *last_end; /* of the token before it */
    int line;             /* at `at' */
    int token_line;       /* at `start' */
    enum token token;
    char *word;                  /* TOKEN_WORD: its text */
    enum redirect_kind redirect; /* TOKEN_REDIRECT */
    int fd;                      /* TOKEN_REDIRECT */
    bool wrong, unfinished;
    bool joins;                /* the text ends in a backslash and newline */
    struct parse_error *error; /* the first one */
};

/* Advances to the next token. */
void lex_next(struct lexer *lex);

/* Records an error, unless there was one before, and ends the tokens. */
void lex_fail(struct lexer *lex, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* An error that more text could resolve. */
void lex_unfinished(struct lexer *lex, const char *missing);

/* text is just after a `: where the other one is, or the end. */
const char *lex_backquote_end(const char *text);

/* The text between two `, less the backslashes that it needed there; those before " also go if all
 * stands in double quotes. */
char *lex_backquoted(const char *text, const char *end, bool quoted);

#endif
