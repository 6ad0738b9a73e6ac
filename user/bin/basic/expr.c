/*
 * Expressions by recursive descent, the loosest operators first:
 *
 *     OR   AND   NOT   = <> < <= > >=   + -   * / MOD   - (one operand)
 */
#include "basic.h"

#include <math.h>
#include <string.h>

#define DEPTH_MAX 200

static int depth;

static double function_value(const char *name, double x)
{
    static unsigned long long state = 1;

    if (strcmp(name, "INT") == 0)
        return floor(x);
    if (strcmp(name, "ABS") == 0)
        return fabs(x);
    if (strcmp(name, "SQR") == 0) {
        if (x < 0)
            line_fail("the square root of a negative number");
        return sqrt(x);
    }
    /* RND(X): from 0 up to X (the generator is Knuth's MMIX one, TAOCP 2, 3.3.4). */
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return x * (double)(state >> 11) / 9007199254740992.0;
}

static bool is_function(const char *name)
{
    return strcmp(name, "INT") == 0 || strcmp(name, "ABS") == 0 || strcmp(name, "SQR") == 0 ||
           strcmp(name, "RND") == 0;
}

static double in_parentheses(struct scanner *scanner)
{
    scan_expect_sign(scanner, '(');
    double value = expr_value(scanner);
    scan_expect_sign(scanner, ')');
    return value;
}

static double name_value(struct scanner *scanner)
{
    char name[NAME_MAX_BYTES];

    strcpy(name, scanner->name);
    scan_next(scanner);
    if (!scan_is_sign(scanner, '('))
        return *var_scalar(name);
    if (is_function(name))
        return function_value(name, in_parentheses(scanner));
    return *var_element(name, in_parentheses(scanner));
}

static double primary(struct scanner *scanner)
{
    double value = scanner->number;

    if (scan_is_sign(scanner, '-')) {
        bool negative = false;

        for (; scan_is_sign(scanner, '-'); negative = !negative)
            scan_next(scanner);
        value = primary(scanner);
        return negative ? -value : value;
    }
    if (scan_is_sign(scanner, '('))
        return in_parentheses(scanner);
    if (scanner->token == TOKEN_NAME)
        return name_value(scanner);
    if (scanner->token != TOKEN_NUMBER)
        line_fail("an expression is missing");
    scan_next(scanner);
    return value;
}

static double divided(double a, double b)
{
    if (b == 0)
        line_fail("division by zero");
    return a / b;
}

static double product(struct scanner *scanner)
{
    double value = primary(scanner);

    for (;;) {
        if (scan_is_sign(scanner, '*')) {
            scan_next(scanner);
            value *= primary(scanner);
        } else if (scan_is_sign(scanner, '/')) {
            scan_next(scanner);
            value = divided(value, primary(scanner));
        } else if (scanner->token == TOKEN_MOD) {
            scan_next(scanner);
            double by = primary(scanner);
            value -= by * floor(divided(value, by));
        } else {
            return value;
        }
    }
}

static double sum(struct scanner *scanner)
{
    double value = product(scanner);

    for (;;) {
        if (scan_is_sign(scanner, '+')) {
            scan_next(scanner);
            value += product(scanner);
        } else if (scan_is_sign(scanner, '-')) {
            scan_next(scanner);
            value -= product(scanner);
        } else {
            return value;
        }
    }
}

static double comparison(struct scanner *scanner)
{
    double a = sum(scanner);
    enum token token = scanner->token;
    char sign = token == TOKEN_SIGN ? scanner->sign : '\0';

    if (token != TOKEN_LESS_EQUAL && token != TOKEN_GREATER_EQUAL && token != TOKEN_NOT_EQUAL &&
        sign != '=' && sign != '<' && sign != '>')
        return a;
    scan_next(scanner);
    double b = sum(scanner);
    switch (token) {
    case TOKEN_LESS_EQUAL:
        return a <= b;
    case TOKEN_GREATER_EQUAL:
        return a >= b;
    case TOKEN_NOT_EQUAL:
        return a != b;
    default:
        return sign == '=' ? a == b : sign == '<' ? a < b : a > b;
    }
}

static double negation(struct scanner *scanner)
{
    bool invert = false;

    for (; scanner->token == TOKEN_NOT; invert = !invert)
        scan_next(scanner);
    if (invert)
        return comparison(scanner) == 0;
    return comparison(scanner);
}

static double conjunction(struct scanner *scanner)
{
    double value = negation(scanner);

    while (scanner->token == TOKEN_AND) {
        scan_next(scanner);
        double other = negation(scanner);
        value = value != 0 && other != 0;
    }
    return value;
}

double expr_value(struct scanner *scanner)
{
    if (++depth > DEPTH_MAX)
        line_fail("an expression is nested too deep");
    double value = conjunction(scanner);
    while (scanner->token == TOKEN_OR) {
        scan_next(scanner);
        double other = conjunction(scanner);
        value = value != 0 || other != 0;
    }
    depth--;
    return value;
}
