/*
 * Precedence climbing: binary() takes operators that bind at least as tightly as its level.  What
 * && || and ? leave out is parsed too, with `idle' above 0: nothing is divided or assigned there.
 */
#include "arith.h"

#include "pool.h"
#include "sh.h"
#include "var.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 200 /* of brackets, signs and ?: the stack is finite */

struct arith {
    const char *text, *at;
    int idle, depth;
    bool failed;
};

static const struct op {
    const char *sign;
    int level;
} operators[] = {
    /* those of two characters first */
    {"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7}, {">=", 7},
    {"<<", 8}, {">>", 8}, {"|", 3},  {"^", 4},  {"&", 5},  {"<", 7},
    {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};
#define OPERATORS (sizeof(operators) / sizeof(operators[0]))

static long assignment(struct arith *a);

static long fail(struct arith *a, const char *reason)
{
    char what[80];

    if (!a->failed) {
        const char *quote = *a->at ? "'" : "";
        snprintf(what, sizeof(what), "$((%.50s)) at %s%.16s%s", a->text, quote,
                 *a->at ? a->at : "its end", quote);
        sh_complain(what, reason);
    }
    a->failed = true;
    a->at = "";
    return 0;
}

static char peek(struct arith *a)
{
    while (isspace((unsigned char)*a->at))
        a->at++;
    return *a->at;
}

static bool accept(struct arith *a, char c)
{
    bool found = peek(a) == c;

    a->at += found;
    return found;
}

/* A number at s, decimal, 0x or octal; *end: what follows it. */
static long parse_number(const char *s, const char **end)
{
    char *after;
    long value = strtol(s, &after, 0);

    *end = after;
    return value;
}

static long number(struct arith *a)
{
    const char *end;
    long value = parse_number(a->at, &end);

    if (isalnum((unsigned char)*end) || *end == '_')
        return fail(a, "not a number");
    a->at = end;
    return value;
}

static long variable(struct arith *a, const char *name)
{
    const char *value = var_get(name), *end = "";
    long n = value && *value ? parse_number(value, &end) : 0;

    if (!value && sh.no_unset && a->idle == 0)
        return fail(a, "a variable is not set");
    while (isspace((unsigned char)*end))
        end++;
    return *end && a->idle == 0 ? fail(a, "a variable's value is not a number") : n;
}

static long compute(struct arith *a, const char *sign, long left, long right)
{
    unsigned long l = (unsigned long)left, r = (unsigned long)right;

    switch (sign[0]) {
    case '|':
        return sign[1] == '|' ? left || right : left | right;
    case '&':
        return sign[1] == '&' ? left && right : left & right;
    case '^':
        return left ^ right;
    case '=':
        return left == right;
    case '!':
        return left != right;
    case '<':
        return sign[1] == '<' ? (long)(l << (r & 63)) : sign[1] ? left <= right : left < right;
    case '>':
        return sign[1] == '>' ? left >> (r & 63) : sign[1] ? left >= right : left > right;
    case '+':
        return (long)(l + r);
    case '-':
        return (long)(l - r);
    case '*':
        return (long)(l * r);
    }
    if (right == 0)
        return a->idle ? 0 : fail(a, "division by zero");
    if (right == -1) /* the quotient of the smallest number would not fit */
        return sign[0] == '/' ? (long)(0 - l) : 0;
    return sign[0] == '/' ? left / right : left % right;
}

static long value_of(struct arith *a)
{
    static const char *const missing =
        "a number or a variable is expected; ++, -- and ** are not supported";
    size_t n = var_name_length(a->at);

    if (isdigit((unsigned char)peek(a)))
        return number(a);
    if (accept(a, '(')) {
        long value = assignment(a);

        return accept(a, ')') ? value : fail(a, "a ) is expected");
    }
    n = var_name_length(a->at);
    if (n == 0)
        return fail(a, missing);
    const char *name = pool_string(a->at, n);
    a->at += n;
    return variable(a, name);
}

/* At the sign. */
static bool is_doubled(const char *at)
{
    return at[1] == at[0] && (*at == '+' || *at == '-');
}

static long unary(struct arith *a)
{
    char sign = peek(a);

    if (!sign || !strchr("+-!~", sign))
        return value_of(a);
    if (is_doubled(a->at))
        return fail(a, "++ and -- are not supported: write x = x + 1");
    if (a->depth++ > DEPTH_MAX)
        return fail(a, "nested too deep");
    a->at++;
    long value = unary(a);
    a->depth--;
    return sign == '-'   ? (long)(0 - (unsigned long)value)
           : sign == '!' ? !value
           : sign == '~' ? ~value
                         : value;
}

/* The operator that comes next, unless it is part of an assignment; NULL: none. */
static const struct op *next_operator(struct arith *a)
{
    peek(a);
    for (size_t i = 0; i < OPERATORS; i++) {
        size_t n = strlen(operators[i].sign);

        if (strncmp(a->at, operators[i].sign, n) == 0)
            return a->at[n] == '=' && strchr("<>+-*/%|&^", a->at[n - 1]) ? NULL : &operators[i];
    }
    return NULL;
}

static long binary(struct arith *a, int level)
{
    long left = unary(a);

    const struct op *op;
    while ((op = next_operator(a)) && op->level >= level) {
        bool decided = (op->level == 1 && left) || (op->level == 2 && !left);

        a->at += strlen(op->sign);
        a->idle += decided;
        long right = binary(a, op->level + 1);
        a->idle -= decided;
        left = a->failed ? 0 : compute(a, op->sign, left, right);
    }
    return left;
}

static long conditional(struct arith *a)
{
    long test = binary(a, 1);

    if (!accept(a, '?'))
        return test;
    a->idle += !test;
    long yes = assignment(a);
    a->idle -= !test;
    if (!accept(a, ':'))
        return fail(a, "a : is expected");
    a->idle += !!test;
    long no = assignment(a);
    a->idle -= !!test;
    return test ? yes : no;
}

/* The length of the assignment operator at s, 0: there is none. */
static size_t assignment_length(const char *s)
{
    bool one = *s && strchr("+-*/%|&^", *s);
    size_t n = one ? 1 : strncmp(s, "<<", 2) == 0 || strncmp(s, ">>", 2) == 0 ? 2 : 0;

    return s[n] == '=' && s[n + 1] != '=' ? n + 1 : 0;
}

static long assign(struct arith *a, const char *name, const char *op, size_t n)
{
    a->at = op + n;
    long right = assignment(a), old = n > 1 && !a->failed ? variable(a, name) : 0;
    const char *sign = pool_string(op, n - 1);
    long value = n > 1 && !a->failed ? compute(a, sign, old, right) : right;
    char digits[24];

    snprintf(digits, sizeof(digits), "%ld", value);
    if (!a->failed && a->idle == 0)
        var_set(name, digits);
    return value;
}

static long assignment(struct arith *a)
{
    if (a->depth++ > DEPTH_MAX)
        return fail(a, "nested too deep");
    peek(a);
    size_t n = var_name_length(a->at);
    const char *op = a->at + n + strspn(a->at + n, " \t\n");
    size_t length = n > 0 ? assignment_length(op) : 0;
    long value = length ? assign(a, pool_string(a->at, n), op, length) : conditional(a);
    a->depth--;
    return value;
}

bool arith_evaluate(const char *text, long *value)
{
    struct arith a = {.text = text, .at = text};

    *value = peek(&a) ? assignment(&a) : 0;
    if (!a.failed && peek(&a))
        fail(&a, "an operator is expected");
    if (a.failed)
        sh_abandon(2);
    return !a.failed;
}
