/*
 * Expansion (POSIX.1-2017, Shell Command Language 2.6).
 *
 * A field is collected as a pattern: characters that were quoted and would mean something in a
 * pattern get a backslash.  At its end the field is matched with file names if it has
 * an unquoted pattern character; otherwise the backslashes are removed again.  Text that an
 * unquoted dollar yields is split into fields at each blank.  The words have been parsed, so every
 * quote and bracket is known to be closed.
 */
#include "expand.h"

#include "exec.h"
#include "lex.h"
#include "names.h"
#include "pool.h"
#include "sh.h"
#include "text.h"
#include "var.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct expander {
    struct word **place; /* where the next field goes */
    struct text field;
    bool open;      /* there is a field, though it may be empty */
    bool magic;     /* an unquoted * ? or [ stands in it */
    bool split;     /* make fields, not one string */
    bool assigned;  /* it is a variable's value: a ~ may also follow a colon */
    bool no_params; /* "$@" gave nothing: not even an empty field */
};

static void put(struct expander *e, char c, bool quoted)
{
    bool special = quoted ? strchr("*?[]!^-\\", c) != NULL : c == '\\';

    if (e->split && special)
        text_add(&e->field, '\\');
    else if (!quoted && strchr("*?[", c))
        e->magic = true;
    text_add(&e->field, c);
    e->open = true;
}

static void end_field(struct expander *e)
{
    struct word **place = e->place;
    const char *pattern = e->field.s ? e->field.s : "";

    if (!e->open)
        return;
    if (e->magic)
        e->place = glob_expand(pattern, place);
    if (e->place == place) {
        *place = pool_alloc(sizeof(**place));
        (*place)->text = glob_plain(pattern);
        e->place = &(*place)->next;
    }
    e->field = (struct text){NULL, 0, 0};
    e->open = e->magic = false;
}

static void put_value(struct expander *e, const char *value, bool quoted)
{
    for (; *value; value++) {
        if (e->split && !quoted && strchr(" \t\n", *value))
            end_field(e);
        else
            put(e, *value, quoted);
    }
}

/* "$@" keeps the parameters apart; so does $@ or $*, which then may be split further. */
static void put_params(struct expander *e, bool quoted, bool together)
{
    e->no_params |= sh.param_count == 0 && !together;
    for (int i = 0; i < sh.param_count; i++) {
        if (i > 0 && e->split && !(quoted && together))
            end_field(e);
        else if (i > 0)
            put(e, ' ', quoted);
        e->open |= quoted;
        put_value(e, sh.params[i], quoted);
    }
}

/* Values of $?, $$, $!, $# and $0 ...; "" for one that is not set. */
static const char *special_value(const char *name)
{
    static char number[24];
    long n = 0;

    if (isdigit((unsigned char)*name)) {
        n = atol(name);
        if (n == 0)
            return sh.name;
        return n <= sh.param_count ? sh.params[n - 1] : "";
    }
    if (*name == '!' && sh.last_background == 0)
        return "";
    if (*name == '?')
        n = sh.status;
    else if (*name == '$')
        n = sh.pid;
    else if (*name == '!')
        n = sh.last_background;
    else
        n = sh.param_count;
    snprintf(number, sizeof(number), "%ld", n);
    return number;
}

static void put_variable(struct expander *e, const char *name, size_t n, bool quoted)
{
    if (*name == '@' || *name == '*') {
        put_params(e, quoted, *name == '*');
        return;
    }
    name = pool_string(name, n);
    const char *value = var_name_length(name) > 0 ? var_get(name) : special_value(name);
    put_value(e, value ? value : "", quoted);
}

/* s is at a dollar; returns what follows the whole of it. */
static const char *expand_dollar(struct expander *e, const char *s, bool quoted)
{
    const char *name = s + 1;

    if (*name == '(') {
        const char *end = parse_skip_substitution(name + 1);

        put_value(e, exec_capture(pool_string(name + 1, (size_t)(end - name - 2))), quoted);
        return end;
    }
    size_t n;
    if (*name == '{') {
        n = strcspn(name, "}");
        put_variable(e, name + 1, n - 1, quoted);
        return name + n + 1;
    }
    n = var_name_length(name);
    if (n == 0 && *name && (isdigit((unsigned char)*name) || strchr("?$!#@*", *name)))
        n = 1;
    if (n == 0)
        put(e, '$', quoted);
    else
        put_variable(e, name, n, quoted);
    return name + n;
}

/* s is just after a `; returns what follows the other. */
static const char *expand_backquotes(struct expander *e, const char *s, bool quoted)
{
    const char *end = lex_backquote_end(s);

    put_value(e, exec_capture(lex_backquoted(s, end, quoted)), quoted);
    return end + 1;
}

/* s is just after the opening ". */
static const char *expand_quoted(struct expander *e, const char *s)
{
    e->no_params = false;
    while (*s != '"') {
        if (*s == '$') {
            s = expand_dollar(e, s, true);
        } else if (*s == '`') {
            s = expand_backquotes(e, s + 1, true);
        } else {
            if (s[0] == '\\' && strchr("$`\"\\", s[1]))
                s++;
            put(e, *s++, true);
        }
    }
    e->open |= !e->no_params;
    return s + 1;
}

/* s is where a ~ stands for the directory HOME, if it is all up to the slash (2.6.1). */
static const char *expand_tilde(struct expander *e, const char *s)
{
    const char *home = var_get("HOME");

    if (s[0] != '~' || !home || (s[1] && s[1] != '/' && !(e->assigned && s[1] == ':')))
        return s;
    e->open = true;
    put_value(e, home, true);
    /* With the root as HOME, as in Tally's first shell, ~/x is /x. */
    return s + 1 + (s[1] == '/' && strcmp(home, "/") == 0);
}

static void expand(struct expander *e, const char *s)
{
    s = expand_tilde(e, s);
    while (*s) {
        if (*s == '"') {
            s = expand_quoted(e, s + 1);
        } else if (*s == '$') {
            s = expand_dollar(e, s, false);
        } else if (*s == '`') {
            s = expand_backquotes(e, s + 1, false);
        } else if (*s == '\'') {
            for (s++; *s != '\''; s++)
                put(e, *s, true);
            s++;
            e->open = true;
        } else if (s[0] == '\\') {
            put(e, s[1], true);
            s += 2;
        } else {
            put(e, *s++, false);
            if (e->assigned && s[-1] == ':')
                s = expand_tilde(e, s);
        }
    }
}

struct word *expand_words(const struct word *words)
{
    struct word *fields = NULL;
    struct expander e = {.place = &fields, .split = true};

    for (; words; words = words->next) {
        expand(&e, words->text);
        end_field(&e);
    }
    return fields;
}

static char *expand_whole(struct expander e, const char *text)
{
    expand(&e, text);
    return e.field.s ? e.field.s : pool_string("", 0);
}

char *expand_string(const char *text)
{
    return expand_whole((struct expander){.split = false}, text);
}

char *expand_assigned(const char *text)
{
    return expand_whole((struct expander){.assigned = true}, text);
}
