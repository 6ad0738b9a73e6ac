/* Variables and commands: they begin with a $. */
#include "expand.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t name_length(const char *s)
{
    size_t n = 0;

    while (s[n] == '_' || isalpha((unsigned char)s[n]) || (n > 0 && isdigit((unsigned char)s[n])))
        n++;
    return n;
}

/* Skips the word behind an operator, expanding it to nowhere: its commands do not run. */
static int skip_word(struct expansion *e)
{
    struct expansion aside = {.s = e->s, .flags = e->flags | WORD_ASIDE};
    int error = __word_expand(&aside, '}', true);

    free(aside.word);
    e->s = aside.s;
    return error;
}

/* The word behind =, as a value of the variable. */
static int assign(struct expansion *e, const char *name, bool quoted)
{
    struct expansion aside = {.s = e->s, .flags = e->flags};
    int error = __word_expand(&aside, '}', true);

    e->s = aside.s;
    if (!error && setenv(name, aside.word ? aside.word : "", 1) < 0)
        error = WRDE_NOSPACE;
    free(aside.word);
    return error ? error : __word_put_value(e, getenv(name), quoted);
}

/* ${name}, ${name-word} and so on, after the name. */
static int with_operator(struct expansion *e, const char *name, bool quoted)
{
    const char *value = getenv(name);
    bool colon = *e->s == ':';

    if (colon)
        e->s++;
    bool set = value && !(colon && !*value);
    char op = *e->s;
    if (op == '}' && !colon) {
        e->s++;
        if (!value && e->flags & WRDE_UNDEF)
            return WRDE_BADVAL;
        return __word_put_value(e, value ? value : "", quoted);
    }
    if (!op || !strchr("-=?+", op))
        return WRDE_SYNTAX;
    e->s++;
    if (op == '+' ? !set : set) {
        int error = skip_word(e);
        return error || op == '+' ? error : __word_put_value(e, value, quoted);
    }
    if (op == '?')
        return WRDE_BADVAL;
    return op == '=' ? assign(e, name, quoted) : __word_expand(e, '}', quoted);
}

static int braces(struct expansion *e, bool quoted)
{
    bool counts = *e->s == '#';

    if (counts)
        e->s++;
    size_t n = name_length(e->s);
    char *name = strndup(e->s, n);
    if (!name)
        return WRDE_NOSPACE;
    e->s += n;
    int error = n == 0 || (counts && *e->s != '}') ? WRDE_SYNTAX : 0;
    char digits[24];
    if (!error && counts) {
        const char *value = getenv(name);

        e->s++;
        snprintf(digits, sizeof(digits), "%zu", value ? strlen(value) : 0);
        error = __word_put_value(e, digits, quoted);
    } else if (!error) {
        error = with_operator(e, name, quoted);
    }
    free(name);
    return error;
}

/* Adds the command's output without the newlines at its end. */
static int command_output(struct expansion *e, const char *command, bool quoted)
{
    FILE *f = popen(command, "r");
    char *text = NULL;
    size_t room = 0;

    if (!f)
        return WRDE_NOSPACE;
    ssize_t n = getdelim(&text, &room, 0, f); /* all of it */
    pclose(f);
    while (n > 0 && text[n - 1] == '\n')
        text[--n] = 0;
    int error = n > 0 ? __word_put_value(e, text, quoted) : 0;
    free(text);
    return error;
}

/* The end of $( ...: the parenthesis that belongs to it, outside of quotes. */
static size_t command_length(const char *s, char end)
{
    size_t n = 0;
    int depth = 0;
    char quote = 0;

    for (; s[n] && (quote || depth > 0 || s[n] != end); n++) {
        if (s[n] == '\\' && quote != '\'' && s[n + 1])
            n++;
        else if (quote)
            quote = s[n] == quote ? 0 : quote;
        else if (end == ')' && (s[n] == '\'' || s[n] == '"'))
            quote = s[n];
        else if (end == ')')
            depth += (s[n] == '(') - (s[n] == ')');
    }
    return n;
}

int __word_command(struct expansion *e, char end, bool quoted)
{
    size_t n = command_length(e->s, end);

    if (e->s[n] != end)
        return WRDE_SYNTAX;
    if (e->flags & WRDE_NOCMD)
        return WRDE_CMDSUB;
    if (e->flags & WORD_ASIDE) {
        e->s += n + 1;
        return 0;
    }
    char *command;
    int made =
        asprintf(&command, "%.*s%s", (int)n, e->s, e->flags & WRDE_SHOWERR ? "" : " 2>/dev/null");
    if (made < 0)
        return WRDE_NOSPACE;
    e->s += n + 1;
    int error = command_output(e, command, quoted);
    free(command);
    return error;
}

int __word_dollar(struct expansion *e, bool quoted)
{
    size_t n = name_length(e->s);

    if (strncmp(e->s, "((", 2) == 0)
        return WRDE_SYNTAX;
    if (*e->s == '(' || *e->s == '{') {
        bool is_command = *e->s++ == '(';
        return is_command ? __word_command(e, ')', quoted) : braces(e, quoted);
    }
    if (n == 0)
        return __word_put(e, '$', quoted);
    char *name = strndup(e->s, n);
    const char *value = name ? getenv(name) : NULL;
    free(name);
    e->s += n;
    if (!name)
        return WRDE_NOSPACE;
    if (!value && e->flags & WRDE_UNDEF)
        return WRDE_BADVAL;
    return __word_put_value(e, value ? value : "", quoted);
}
