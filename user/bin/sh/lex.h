/* The tokens that the parser sees. */
#ifndef SH_LEX_H
#define SH_LEX_H

#include "parse.h"

#include <stddef.h>

enum token {
    TOKEN_END, /* of the text; also what follows an error */
    TOKEN_WORD,
    TOKEN_NEWLINE,
    TOKEN_SEMICOLON,
    TOKEN_BRANCH_END, /* ;; */
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
    bool strip_tabs;             /* TOKEN_REDIRECT: it is <<- */
    struct here *here;           /* here-documents that begin after the next newline */
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

/* The character `ahead' after the current one; a backslash and newline there are cut out. */
char lex_look(struct lexer *lex, size_t ahead);

/* Past the current character, which may be a newline. */
void lex_skip_char(struct lexer *lex);

/* One level deeper in brackets and commands, and back.  Past the last level the lexer delivers only
 * TOKEN_END, and nothing recurs. */
void lex_enter(struct lexer *lex);
void lex_leave(void);

#endif
