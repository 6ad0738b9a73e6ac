/*
 * Quoting and the ends of expansions (POSIX.1-2017, Shell Command Language 2.2 and 2.6).
 *
 * The same functions serve the lexer, which cuts out each backslash before a newline, and
 * expand.c, for whose text nothing is left to cut.
 */
#include "quote.h"

#include "pool.h"
#include "var.h"

#include <ctype.h>
#include <string.h>

static void skip_dollar(struct lexer *lex, bool quoted);

/* At a backslash. */
static void skip_escape(struct lexer *lex)
{
    lex->at++;
    if (*lex->at)
        lex_skip_char(lex);
    else
        lex_unfinished(lex, "the character after a \\");
}

/*
 * At a backquote.  The text inside loses its own backslashes before it is parsed (POSIX.1-2017,
 * Shell Command Language 2.6.3).
 */
static void skip_backquotes(struct lexer *lex, bool quoted)
{
    const char *start = lex->at + 1, *end = quote_backquote_end(start);
    struct lexer inside = *lex;

    if (*end == '\0') {
        lex_unfinished(lex, "the closing `");
        return;
    }
    inside.at = quote_backquoted(start, end, quoted);
    inside.here = NULL;
    parse_backquoted(&inside);
    lex->wrong = inside.wrong;
    while (lex->at <= end)
        lex_skip_char(lex);
}

static void skip_single_quotes(struct lexer *lex)
{
    for (lex->at++; *lex->at && *lex->at != '\'';)
        lex_skip_char(lex);
    if (*lex->at)
        lex->at++;
    else
        lex_unfinished(lex, "the closing '");
}

/* At a character in double quotes. */
static void skip_in_quotes(struct lexer *lex)
{
    if (*lex->at == '\\')
        skip_escape(lex);
    else if (*lex->at == '$')
        skip_dollar(lex, true);
    else if (*lex->at == '`')
        skip_backquotes(lex, true);
    else
        lex_skip_char(lex);
}

static void skip_double_quotes(struct lexer *lex)
{
    lex->at++;
    while (!lex->wrong && lex_look(lex, 0) != '"') {
        if (*lex->at == '\0')
            lex_unfinished(lex, "the closing \"");
        else
            skip_in_quotes(lex);
    }
    lex->at += !lex->wrong;
}

void quote_skip_rest(struct lexer *lex)
{
    while (!lex->wrong && lex_look(lex, 0)) {
        lex->token_line = lex->line;
        skip_in_quotes(lex);
    }
}

void quote_skip(struct lexer *lex)
{
    if (*lex->at == '\'')
        skip_single_quotes(lex);
    else if (*lex->at == '"')
        skip_double_quotes(lex);
    else if (*lex->at == '$')
        skip_dollar(lex, false);
    else if (*lex->at == '`')
        skip_backquotes(lex, false);
    else if (*lex->at == '\\')
        skip_escape(lex);
    else
        lex_skip_char(lex);
}

size_t quote_name_length(const char *s)
{
    if (isdigit((unsigned char)*s))
        return strspn(s, "0123456789");
    return *s && strchr("?$!#@*-", *s) ? 1 : var_name_length(s);
}

/* At a parameter's name in ${.  Each of its characters is looked at, so that no newline is in it.
 */
static void skip_name(struct lexer *lex)
{
    size_t n = 0;

    while (isalnum((unsigned char)lex_look(lex, n)) || lex->at[n] == '_')
        n++;
    lex->at += quote_name_length(lex->at);
}

/* Past the operator; false: there is none.  *trims: a pattern follows. */
static bool skip_operator(struct lexer *lex, bool *trims)
{
    char op = lex_look(lex, 0);

    *trims = op == '%' || op == '#';
    if (op == ':' || (*trims && lex_look(lex, 1) == op))
        lex->at++;
    if (!*trims && (!lex_look(lex, 0) || !strchr("-=?+", *lex->at)))
        return false;
    lex->at++;
    return true;
}

/* At the word after an operator in ${. */
static void skip_word(struct lexer *lex, bool quoted)
{
    while (!lex->wrong && lex_look(lex, 0) != '}') {
        if (*lex->at == '\0')
            lex_unfinished(lex, "the } of ${");
        else if (quoted && *lex->at != '"')
            skip_in_quotes(lex);
        else
            quote_skip(lex);
    }
    lex->at += !lex->wrong;
}

/* At the brace of ${. */
static void skip_braces(struct lexer *lex, bool quoted)
{
    const char *start = lex->at++;
    bool trims = false;
    bool length = lex_look(lex, 0) == '#' && lex_look(lex, 1) != '}';

    if (length) {
        lex->at++;
        skip_name(lex);
        length = lex_look(lex, 0) == '}';
        lex->at = (char *)start + 1;
    }
    lex->at += length;
    const char *name = lex->at;
    skip_name(lex);
    if (lex->at == name && *name == '\0') {
        lex_unfinished(lex, "the } of ${");
    } else if (lex->at != name && lex_look(lex, 0) == '}') {
        lex->at++;
    } else if (lex->at == name || !skip_operator(lex, &trims)) {
        lex_fail(lex,
                 "$%.*s is not supported: after ${NAME comes } or one of "
                 "- + = ? :- :+ := :? %% %%%% # ##",
                 (int)(lex->at - start) + (*lex->at != '\0'), start);
    } else {
        lex_enter(lex);
        skip_word(lex, quoted && !trims);
        lex_leave();
    }
}

/* After $((. */
static void skip_arithmetic(struct lexer *lex)
{
    int open = 0;

    lex_enter(lex);
    while (!lex->wrong && (lex_look(lex, 0) != ')' || open > 0)) {
        open += (*lex->at == '(') - (*lex->at == ')');
        if (*lex->at == '\0')
            lex_unfinished(lex, "the )) of $((");
        else
            skip_in_quotes(lex);
    }
    lex_leave();
    if (!lex->wrong && lex_look(lex, 1) == '\0')
        lex_unfinished(lex, "the )) of $((");
    else if (!lex->wrong && lex->at[1] != ')')
        lex_fail(lex, "$(( has no )); a subshell in $( ) has a blank before it: $( (");
    lex->at += lex->wrong ? 0 : 2;
}

/* At a dollar. */
static void skip_dollar(struct lexer *lex, bool quoted)
{
    lex->at++;
    if (lex_look(lex, 0) == '{') {
        skip_braces(lex, quoted);
    } else if (*lex->at == '(' && lex_look(lex, 1) == '(') {
        lex->at += 2;
        skip_arithmetic(lex);
    } else if (*lex->at == '(') {
        lex->at++;
        parse_substitution(lex);
    } else if (!quoted && *lex->at == '\'') {
        lex_fail(lex, "$'...' is not supported: use printf");
    }
}

const char *quote_dollar_end(const char *text, bool quoted)
{
    struct parse_error error;
    struct lexer lex = {.at = (char *)text, .error = &error};

    skip_dollar(&lex, quoted);
    return lex.at;
}

const char *quote_backquote_end(const char *text)
{
    while (*text && *text != '`')
        text += text[0] == '\\' && text[1] ? 2 : 1;
    return text;
}

char *quote_backquoted(const char *text, const char *end, bool quoted)
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
