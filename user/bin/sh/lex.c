/*
 * From text to tokens.
 *
 * A word is cut out as it stands: the lexer only finds its end, past quotes and dollars, and
 * leaves their meaning to expand.c.  The end of $(...) is found by parsing what is inside, so
 * that a mistake there is known before anything runs.
 */
#include "lex.h"

#include "pool.h"
#include "var.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/*
 * The character `ahead' after the current one.  A backslash and newline there are cut out of the
 * text, so that nothing behind the lexer sees them (POSIX.1-2017, Shell Command Language 2.2.1).
 * They stay in comments and between single quotes, which are not read with this.
 */
static char look(struct lexer *lex, size_t ahead)
{
    char *at = lex->at + ahead;

    while (at[0] == '\\' && at[1] == '\n') {
        memmove(at, at + 2, strlen(at + 2) + 1);
        lex->line++;
        lex->joins |= *at == '\0';
    }
    return *at;
}

static void skip_blanks(struct lexer *lex)
{
    while (look(lex, 0) == ' ' || *lex->at == '\t')
        lex->at++;
    if (*lex->at == '#')
        lex->at += strcspn(lex->at, "\n");
}

static void skip_char(struct lexer *lex)
{
    lex->line += *lex->at == '\n';
    lex->at++;
}

/* At a backslash. */
static void skip_escape(struct lexer *lex)
{
    lex->at++;
    if (*lex->at)
        skip_char(lex);
    else
        lex_unfinished(lex, "the character after a \\");
}

/* At the brace of ${. */
static void skip_braces(struct lexer *lex)
{
    const char *name = ++lex->at;

    for (size_t i = 0; look(lex, i) && !strchr("}\n", name[i]); i++)
        continue;
    size_t n = var_name_length(name);
    if (n == 0)
        n = isdigit((unsigned char)*name)      ? strspn(name, "0123456789")
            : *name && strchr("?$!#@*", *name) ? 1
                                               : 0;
    if (n == 0 || name[n] != '}')
        lex_fail(lex, "after ${ comes a variable's name and }, nothing else");
    else
        lex->at += n + 1;
}

/* At a dollar. */
static void skip_dollar(struct lexer *lex)
{
    lex->at++;
    if (look(lex, 0) == '(') {
        lex->at++;
        if (look(lex, 0) == '(')
            lex_fail(lex, "$(( is not supported; a subshell in $( ) has a blank before it: $( (");
        else
            parse_substitution(lex);
    } else if (*lex->at == '{') {
        skip_braces(lex);
    }
}

/*
 * At a backquote.  The text inside loses its own backslashes before it is parsed (POSIX.1-2017,
 * Shell Command Language 2.6.3).
 */
static void skip_backquotes(struct lexer *lex, bool quoted)
{
    const char *start = lex->at + 1, *end = lex_backquote_end(start);
    struct lexer inside = *lex;

    if (*end == '\0') {
        lex_unfinished(lex, "the closing `");
        return;
    }
    inside.at = lex_backquoted(start, end, quoted);
    parse_backquoted(&inside);
    lex->wrong = inside.wrong;
    while (lex->at <= end)
        skip_char(lex);
}

static void skip_single_quotes(struct lexer *lex)
{
    for (lex->at++; *lex->at && *lex->at != '\'';)
        skip_char(lex);
    if (*lex->at)
        lex->at++;
    else
        lex_unfinished(lex, "the closing '");
}

static void skip_double_quotes(struct lexer *lex)
{
    lex->at++;
    while (!lex->wrong && look(lex, 0) != '"') {
        if (*lex->at == '\0')
            lex_unfinished(lex, "the closing \"");
        else if (*lex->at == '\\')
            skip_escape(lex);
        else if (*lex->at == '$')
            skip_dollar(lex);
        else if (*lex->at == '`')
            skip_backquotes(lex, true);
        else
            skip_char(lex);
    }
    lex->at += !lex->wrong;
}

const char *lex_backquote_end(const char *text)
{
    while (*text && *text != '`')
        text += text[0] == '\\' && text[1] ? 2 : 1;
    return text;
}

char *lex_backquoted(const char *text, const char *end, bool quoted)
{
    const char *escaped = quoted ? "$`\\\"" : "$`\\";
    char *plain = pool_string(text, (size_t)(end - text)), *to = plain;

    for (; text < end; text++) {
        if (text[0] == '\\' && strchr(escaped, text[1]))
            text++;
        *to++ = *text;
    }
    *to = '\0';
    return plain;
}

static void lex_word(struct lexer *lex)
{
    while (!lex->wrong && look(lex, 0) && !strchr(" \t\n;&|<>()", *lex->at)) {
        if (*lex->at == '\\')
            skip_escape(lex);
        else if (*lex->at == '\'')
            skip_single_quotes(lex);
        else if (*lex->at == '"')
            skip_double_quotes(lex);
        else if (*lex->at == '$')
            skip_dollar(lex);
        else if (*lex->at == '`')
            skip_backquotes(lex, false);
        else
            lex->at++;
    }
    if (lex->wrong)
        return;
    lex->token = TOKEN_WORD;
    lex->word = pool_string(lex->start, (size_t)(lex->at - lex->start));
}

/* Digits count as the file descriptor only when < or > follows at once. */
static bool lex_redirect(struct lexer *lex)
{
    size_t digits = 0;

    while (isdigit((unsigned char)look(lex, digits)))
        digits++;
    char op = lex->at[digits];
    if (op != '<' && op != '>')
        return false;
    long fd = digits > 0 ? strtol(lex->at, NULL, 10) : op == '>';
    lex->token = TOKEN_REDIRECT;
    lex->fd = fd < INT_MAX ? (int)fd : INT_MAX; /* which no descriptor is */
    lex->redirect = op == '>' ? REDIRECT_WRITE : REDIRECT_READ;
    lex->at += digits + 1;
    char second = look(lex, 0);
    if (op == '<' && second == '<')
        lex_fail(lex, "<< is not supported: put the lines into a file");
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

static void lex_one(struct lexer *lex, enum token token)
{
    lex->token = token;
    skip_char(lex);
}

static void lex_one_or_two(struct lexer *lex, enum token one, enum token two)
{
    bool doubled = look(lex, 1) == *lex->at;

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
        lex_one(lex, TOKEN_NEWLINE);
    else if (*lex->at == ';')
        lex_one(lex, TOKEN_SEMICOLON);
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
