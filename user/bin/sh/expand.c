/*
 * Expansion (POSIX.1-2017, Shell Command Language 2.6).
 *
 * The words have been parsed, so every quote and bracket is known to be closed.
 */
#include "expand.h"

#include "arith.h"
#include "field.h"
#include "param.h"
#include "pipeline.h"
#include "pool.h"
#include "quote.h"
#include "sh.h"
#include "var.h"

#include <stdio.h>
#include <string.h>

static void expand(struct fields *f, const char *s, const char *end, enum quoting plain);
static void expand_quoted(struct fields *f, const char *s, const char *end, const char *escaped);

/* The word of ${NAME-WORD} in the place of all of it. */
static void put_word(struct fields *f, const struct param *param, bool quoted)
{
    if (quoted)
        expand_quoted(f, param->word, param->end, "$`\"\\}");
    else
        expand(f, param->word, param->end, SPLIT);
}

static void put_trimmed(struct fields *f, const struct param *param, const char *value,
                        enum quoting quoting)
{
    char *kept = pool_string(value, strlen(value));
    const char *word = pool_string(param->word, (size_t)(param->end - param->word));

    field_put_string(f, param_trim(param, kept, expand_pattern(word)), quoting);
}

/* The word as a string, for a variable's value or a message. */
static char *word_string(const struct param *param, bool quoted)
{
    struct fields f = {.assigned = !quoted};

    put_word(&f, param, quoted);
    return f.field.s ? f.field.s : pool_string("", 0);
}

/* The parameter has a value, or counts as unset. */
static void put_unset(struct fields *f, const struct param *param, bool quoted)
{
    if (param->op == '-') {
        put_word(f, param, quoted);
    } else if (param->op == '=') {
        const char *value = word_string(param, quoted);

        if (sh.interrupted)
            return;
        param_assign(param->name, value);
        field_put_string(f, value, quoted ? QUOTED : SPLIT);
    } else if (param->op == '?') {
        const char *reason = word_string(param, quoted);

        if (!sh.interrupted)
            param_refuse(param->name, *reason ? reason : "not set");
    } else if (param->op != '+' && sh.no_unset && !strchr("@*", *param->name)) {
        param_refuse(param->name, "not set");
    } else if (param->length) {
        field_put(f, '0', quoted ? QUOTED : SPLIT);
    } else if (*param->name == '@') {
        f->nothing = true;
    }
}

static void put_param(struct fields *f, const struct param *param, bool quoted)
{
    const char *value = param_get(param->name);
    bool set = value && !(param->colon && *value == '\0');
    bool trims = param->op && strchr("%#", param->op);
    bool all = strchr("@*", *param->name) && !param->length && !trims;
    enum quoting quoting = quoted ? QUOTED : SPLIT;

    if (set && param->op == '+') {
        put_word(f, param, quoted);
    } else if (!set) {
        put_unset(f, param, quoted);
    } else if (param->length) {
        char digits[24];

        snprintf(digits, sizeof(digits), "%zu", strlen(value));
        field_put_string(f, digits, quoting);
    } else if (all || !param->op) {
        if (all)
            field_put_params(f, *param->name == '*', quoted);
        else
            field_put_string(f, value, quoting);
    } else if (trims) {
        put_trimmed(f, param, value, quoting);
    } else {
        field_put_string(f, value, quoting);
    }
}

/* s is just after $((, and end at the )). */
static void put_arithmetic(struct fields *f, const char *s, const char *end, bool quoted)
{
    struct fields inside = {.split = false};
    long value = 0;

    expand_quoted(&inside, s, end, "$`\\");
    if (!sh.interrupted && arith_evaluate(inside.field.s ? inside.field.s : "", &value)) {
        char digits[24];

        snprintf(digits, sizeof(digits), "%ld", value);
        field_put_string(f, digits, quoted ? QUOTED : SPLIT);
    }
}

/* s is at a $ that has no bracket. */
static const char *expand_short(struct fields *f, const char *s, bool quoted)
{
    size_t n = quote_name_length(s + 1);

    if (n == 0) {
        field_put(f, '$', quoted ? QUOTED : LITERAL);
        return s + 1;
    }
    if (var_name_length(s + 1) == 0)
        n = 1; /* $12 is ${1}2 */
    struct param param = {.name = pool_string(s + 1, n)};
    put_param(f, &param, quoted);
    return s + 1 + n;
}

/* s is at a dollar; returns what follows the whole of it. */
static const char *expand_dollar(struct fields *f, const char *s, bool quoted)
{
    if (s[1] != '(' && s[1] != '{')
        return expand_short(f, s, quoted);
    const char *end = quote_dollar_end(s, quoted);
    if (s[1] == '{') {
        struct param param = param_parse(s + 2, end - 1);

        put_param(f, &param, quoted);
    } else if (s[2] == '(') {
        put_arithmetic(f, s + 3, end - 2, quoted);
    } else {
        const char *output = pipeline_capture(pool_string(s + 2, (size_t)(end - s - 3)));

        field_put_string(f, output, quoted ? QUOTED : SPLIT);
    }
    return end;
}

/* s is just after a `; returns what follows the other. */
static const char *expand_backquotes(struct fields *f, const char *s, bool quoted)
{
    const char *end = quote_backquote_end(s);

    field_put_string(f, pipeline_capture(quote_backquoted(s, end, quoted)),
                     quoted ? QUOTED : SPLIT);
    return end + 1;
}

/* A part of a text in which only a dollar, ` and a backslash before one of escaped have a meaning;
 * returns what follows it. */
static const char *expand_in_quotes(struct fields *f, const char *s, const char *escaped)
{
    if (*s == '$')
        return expand_dollar(f, s, true);
    if (*s == '`')
        return expand_backquotes(f, s + 1, true);
    s += s[0] == '\\' && s[1] && strchr(escaped, s[1]);
    field_put(f, *s, QUOTED);
    return s + 1;
}

/* In ${ } there may be double quotes again: they change nothing. */
static void expand_quoted(struct fields *f, const char *s, const char *end, const char *escaped)
{
    while (s < end) {
        if (*s == '"' && strchr(escaped, '"'))
            s++;
        else
            s = expand_in_quotes(f, s, escaped);
    }
}

/* s is just after the opening "; returns what follows the closing one. */
static const char *expand_double(struct fields *f, const char *s)
{
    f->nothing = false;
    while (*s != '"')
        s = expand_in_quotes(f, s, "$`\"\\");
    f->open |= !f->nothing;
    return s + 1;
}

static const char *expand_single(struct fields *f, const char *s)
{
    for (; *s != '\''; s++)
        field_put(f, *s, QUOTED);
    f->open = true;
    return s + 1;
}

/* s is where a ~ stands for the directory HOME, if it is all up to the slash (2.6.1). */
static const char *expand_tilde(struct fields *f, const char *s, const char *end)
{
    const char *home = var_get("HOME");

    if (s[0] != '~' || !home || (s + 1 < end && s[1] != '/' && !(f->assigned && s[1] == ':')))
        return s;
    f->open = true;
    field_put_string(f, home, QUOTED);
    /* With the root as HOME, as in Tally's first shell, ~/x is /x. */
    return s + 1 + (s[1] == '/' && strcmp(home, "/") == 0);
}

/* Up to end; characters that mean nothing are plain. */
static void expand(struct fields *f, const char *s, const char *end, enum quoting plain)
{
    s = expand_tilde(f, s, end);
    while (s < end && !sh.interrupted) {
        if (*s == '"') {
            s = expand_double(f, s + 1);
        } else if (*s == '\'') {
            s = expand_single(f, s + 1);
        } else if (*s == '$') {
            s = expand_dollar(f, s, false);
        } else if (*s == '`') {
            s = expand_backquotes(f, s + 1, false);
        } else if (s[0] == '\\') {
            field_put(f, s[1], QUOTED);
            s += 2;
        } else {
            field_put(f, *s++, plain);
            if (f->assigned && s[-1] == ':')
                s = expand_tilde(f, s, end);
        }
    }
}

struct word *expand_words(const struct word *words)
{
    struct word *list = NULL;
    struct fields f = {.place = &list, .split = true};

    for (; words; words = words->next) {
        expand(&f, words->text, words->text + strlen(words->text), LITERAL);
        field_end(&f);
        f.ended = false;
    }
    return list;
}

static char *expand_whole(struct fields f, const char *text)
{
    expand(&f, text, text + strlen(text), LITERAL);
    return f.field.s ? f.field.s : pool_string("", 0);
}

char *expand_string(const char *text)
{
    return expand_whole((struct fields){.split = false}, text);
}

char *expand_assigned(const char *text)
{
    return expand_whole((struct fields){.assigned = true}, text);
}

char *expand_pattern(const char *text)
{
    return expand_whole((struct fields){.pattern = true}, text);
}

char *expand_here(const char *text)
{
    struct fields f = {.split = false};

    expand_quoted(&f, text, text + strlen(text), "$`\\");
    return f.field.s ? f.field.s : pool_string("", 0);
}
