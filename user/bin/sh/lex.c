/*
 * From text to tokens.
 *
 * A word is cut out as it stands: the lexer only finds its end, past quotes and dollars, and
 * leaves their meaning to expand.c.  The end of $(...) is found by parsing what is inside, so
 * that a mistake there is known before anything runs.
 */
#include "lex.h"

#include "here.h"
#include "pool.h"
#include "quote.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 200 /* commands inside one another: the parser's own stack is finite */

static int depth;

void lex_fail(struct lexer *lex, const char *format, ...)
{
    va_list args;

    if (!lex->wrong) {
        lex->wrong = true;
        lex->error->line = lex->token_line;
        va_start(args, format);
        vsnprintf(lex->error->message, sizeof(lex->error->message), format, args);
        va_end(args);
    }
    lex->token = TOKEN_END;
}

void lex_unfinished(struct lexer *lex, const char *missing)
{
    if (!lex->wrong)
        lex->unfinished = true;
    lex_fail(lex, "the text ends where %s is expected", missing);
}

void lex_enter(struct lexer *lex)
{
    if (++depth > DEPTH_MAX)
        lex_fail(lex, "commands are nested more than %d deep", DEPTH_MAX);
}

void lex_leave(void)
{
    depth--;
}

/*
 * Nothing behind the lexer sees a backslash and newline (POSIX.1-2017, Shell Command
 * Language 2.2.1). They stay in comments and between single quotes, which are not read with this.
 */
char lex_look(struct lexer *lex, size_t ahead)
{
    char *at = lex->at + ahead;

    while (at[0] == '\\' && at[1] == '\n') {
        memmove(at, at + 2, strlen(at + 2) + 1);
        lex->line++;
        lex->joins |= *at == '\0';
    }
    return *at;
}

void lex_skip_char(struct lexer *lex)
{
    lex->line += *lex->at == '\n';
    lex->at++;
}

static void skip_blanks(struct lexer *lex)
{
    while (lex_look(lex, 0) == ' ' || *lex->at == '\t')
        lex->at++;
    if (*lex->at == '#')
        lex->at += strcspn(lex->at, "\n");
}

static void lex_word(struct lexer *lex)
{
    while (!lex->wrong && lex_look(lex, 0) && !strchr(" \t\n;&|<>()", *lex->at))
        quote_skip(lex);
    if (lex->wrong)
        return;
    lex->token = TOKEN_WORD;
    lex->word = pool_string(lex->start, (size_t)(lex->at - lex->start));
}

/* After <<. */
static void lex_here(struct lexer *lex)
{
    lex->redirect = REDIRECT_HERE;
    lex->at++;
    lex->strip_tabs = lex_look(lex, 0) == '-';
    if (*lex->at == '<')
        lex_fail(lex, "<<< is not supported: write printf '%%s\\n' WORD | before the command");
    lex->at += lex->strip_tabs;
}

/* Digits count as the file descriptor only when < or > follows at once. */
static bool lex_redirect(struct lexer *lex)
{
    size_t digits = 0;

    while (isdigit((unsigned char)lex_look(lex, digits)))
        digits++;
    char op = lex->at[digits];
    if (op != '<' && op != '>')
        return false;
    long fd = digits > 0 ? strtol(lex->at, NULL, 10) : op == '>';
    lex->token = TOKEN_REDIRECT;
    lex->fd = fd < INT_MAX ? (int)fd : INT_MAX; /* which no descriptor is */
    lex->redirect = op == '>' ? REDIRECT_WRITE : REDIRECT_READ;
    lex->at += digits + 1;
    char second = lex_look(lex, 0);
    if (second == '(')
        lex_fail(lex, "%c( is not supported: use a pipe or a file", op);
    else if (op == '<' && second == '<')
        return lex_here(lex), true;
    else if (op == '>' && second == '>')
        lex->redirect = REDIRECT_APPEND;
    else if (op == '<' && second == '>')
        lex->redirect = REDIRECT_BOTH;
    else if (second == '&')
        lex->redirect = REDIRECT_DUP;
    else if (op != '>' || second != '|') /* >| is > here: no option forbids that to overwrite */
        return true;
    lex->at++;
    return true;
}

static void lex_newline(struct lexer *lex)
{
    lex->token = TOKEN_NEWLINE;
    lex_skip_char(lex);
    if (lex->here)
        here_read(lex);
}

static void lex_one(struct lexer *lex, enum token token)
{
    lex->token = token;
    lex->at++;
}

static void lex_one_or_two(struct lexer *lex, enum token one, enum token two)
{
    bool doubled = lex_look(lex, 1) == *lex->at;

    lex->token = doubled ? two : one;
    lex->at += doubled ? 2 : 1;
}

void lex_next(struct lexer *lex)
{
    lex->last_end = lex->at;
    skip_blanks(lex);
    lex->start = lex->at;
    lex->token_line = lex->line;
    if (lex->wrong || *lex->at == '\0')
        lex->token = TOKEN_END;
    else if (*lex->at == '\n')
        lex_newline(lex);
    else if (*lex->at == ';')
        lex_one_or_two(lex, TOKEN_SEMICOLON, TOKEN_BRANCH_END);
    else if (*lex->at == '(')
        lex_one(lex, TOKEN_OPEN);
    else if (*lex->at == ')')
        lex_one(lex, TOKEN_CLOSE);
    else if (*lex->at == '&')
        lex_one_or_two(lex, TOKEN_AMPERSAND, TOKEN_AND);
    else if (*lex->at == '|')
        lex_one_or_two(lex, TOKEN_PIPE, TOKEN_OR);
    else if (!lex_redirect(lex))
        lex_word(lex);
}
