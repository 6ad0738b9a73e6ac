#include "param.h"

#include "field.h"
#include "option.h"
#include "pool.h"
#include "quote.h"
#include "sh.h"
#include "var.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct param param_parse(const char *text, const char *end)
{
    size_t n = *text == '#' && text + 1 < end ? quote_name_length(text + 1) : 0;
    bool length = n > 0 && text + 1 + n == end;
    const char *name = text + length, *at = name + (n = quote_name_length(name));
    struct param param = {.name = pool_string(name, n), .length = length, .end = end};

    if (at < end) {
        param.colon = *at == ':';
        at += param.colon;
        param.op = *at++;
        param.twice = !param.colon && strchr("%#", param.op) && *at == param.op;
        at += param.twice;
    }
    param.word = at;
    return param;
}

static char *join_params(char separator)
{
    struct text all = {NULL, 0, 0};

    for (int i = 0; i < sh.param_count; i++) {
        if (i > 0)
            text_add(&all, separator);
        text_append(&all, sh.params[i], strlen(sh.params[i]));
    }
    return all.s;
}

static const char *number(long n)
{
    static char text[24];

    snprintf(text, sizeof(text), "%ld", n);
    return text;
}

static const char *numbered(const char *name)
{
    unsigned long n = strtoul(name, NULL, 10);

    if (n == 0)
        return sh.name;
    return n <= (unsigned long)sh.param_count ? sh.params[n - 1] : NULL;
}

const char *param_get(const char *name)
{
    if (isdigit((unsigned char)*name))
        return numbered(name);
    switch (*name) {
    case '?':
        return number(sh.status);
    case '$':
        return number(sh.pid);
    case '!':
        return sh.last_background ? number(sh.last_background) : NULL;
    case '#':
        return number(sh.param_count);
    case '-':
        return option_letters();
    case '@':
        return join_params(' ');
    case '*':
        return join_params(*field_separators());
    }
    return var_get(name);
}

/* The n bytes at s alone are matched. */
static bool matches(const char *pattern, const char *s, size_t n)
{
    struct pool_mark mark = pool_mark();
    bool found = fnmatch(pattern, pool_string(s, n), 0) == 0;

    pool_release(mark);
    return found;
}

char *param_trim(const struct param *param, const char *value, const char *pattern)
{
    size_t all = strlen(value);

    for (size_t i = 0; i <= all; i++) {
        size_t n = param->twice ? all - i : i; /* that many go */

        if (sh.interrupted)
            break;
        if (param->op == '#' && matches(pattern, value, n))
            return pool_string(value + n, all - n);
        if (param->op == '%' && matches(pattern, value + all - n, n))
            return pool_string(value, all - n);
    }
    return pool_string(value, all);
}

void param_assign(const char *name, const char *value)
{
    if (var_name_length(name) > 0)
        var_set(name, value);
    else
        param_refuse(name, "only a variable can be assigned to");
}

void param_refuse(const char *name, const char *reason)
{
    sh_complain(name, reason);
    sh_abandon(2);
}
