#include "here.h"

#include "pool.h"
#include "quote.h"
#include "text.h"

#include <string.h>

struct here {
    struct here *next;
    struct redirect *redirect;
    const char *end; /* the line after the last */
    bool strip_tabs;
};

/* A word without its quotes and backslashes; dollars mean nothing in it. */
static char *unquoted(const char *word)
{
    struct text plain = {NULL, 0, 0};
    char quote = '\0';

    text_append(&plain, "", 0);
    for (; *word; word++) {
        if (*word == quote)
            quote = '\0';
        else if (!quote && (*word == '\'' || *word == '"'))
            quote = *word;
        else
            text_add(&plain, *word == '\\' && quote != '\'' && word[1] ? *++word : *word);
    }
    return plain.s;
}

void here_expect(struct lexer *lex, struct redirect *redirect)
{
    struct here *here = pool_alloc(sizeof(*here)), **place = &lex->here;

    *here = (struct here){NULL, redirect, unquoted(lex->word), lex->strip_tabs};
    redirect->literal = strpbrk(lex->word, "\\'\"") != NULL;
    while (*place)
        place = &(*place)->next;
    *place = here;
}

static void complain(struct lexer *lex, const struct here *here)
{
    char missing[100];

    strcpy(missing, "the line ");
    strncat(missing, here->end, 60);
    strcat(missing, " that ends <<");
    lex_unfinished(lex, missing);
}

/* Whether the last of the line's characters joins the next line to it. */
static bool joins(const char *line, size_t n)
{
    size_t backslashes = 0;

    while (backslashes < n && line[n - 1 - backslashes] == '\\')
        backslashes++;
    return backslashes % 2 == 1;
}

/* Adds the line to text.  Returns false at the end line, and at the end of all. */
static bool read_line(struct lexer *lex, const struct here *here, struct text *text)
{
    bool joined = !here->redirect->literal && text->length > 1 && joins(text->s, text->length - 1);
    const char *line = lex->at;

    if (*line == '\0') {
        complain(lex, here);
        return false;
    }
    if (here->strip_tabs && !joined)
        line += strspn(line, "\t");
    size_t n = strcspn(line, "\n");
    bool ended = !joined && n == strlen(here->end) && memcmp(line, here->end, n) == 0;
    if (!ended)
        text_append(text, line, n + (line[n] == '\n'));
    lex->at = (char *)line + n;
    if (*lex->at)
        lex_skip_char(lex);
    return !ended;
}

/* Mistakes in its dollars are known before anything runs. */
static void check_dollars(struct lexer *lex, char *text, int line)
{
    struct lexer inside = {.at = text, .line = line, .token_line = line, .error = lex->error};

    quote_skip_rest(&inside);
    lex->wrong |= inside.wrong;
}

void here_read(struct lexer *lex)
{
    for (; lex->here && !lex->wrong; lex->here = lex->here->next) {
        struct text text = {NULL, 0, 0};
        int line = lex->line;

        text_append(&text, "", 0);
        while (read_line(lex, lex->here, &text))
            continue;
        lex->here->redirect->target = text.s;
        if (!lex->here->redirect->literal && !lex->wrong)
            check_dollars(lex, text.s, line);
    }
    if (lex->wrong)
        lex->token = TOKEN_END;
}

void here_check(struct lexer *lex)
{
    if (lex->here && !lex->wrong)
        complain(lex, lex->here);
}
