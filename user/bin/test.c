/*
 * test: evaluates a condition; its status is 0 for true, 1 for false, 2 for an invalid one.
 * Called as [ it needs a ] at the end.  Grammar (POSIX.1-2017, test, with its -a and -o):
 *
 *     either:  both { -o both }          both:  not { -a not }          not:  ! not | primary
 *     primary:  A OPERATOR B | ( either ) | OPERATOR A | A
 *
 * A primary with an operator in the middle goes first, so that operands may look like operators.
 */
#define TOOL "test"
#include "tool.h"

#include <stdbool.h>
#include <sys/stat.h>

static char **at;  /* the next argument */
static char **end; /* after the last */

static int either(void);

static _Noreturn void nonsense(const char *what, const char *about)
{
    fprintf(stderr, "test: %s%s%s\n", what, *about ? ": " : "", about);
    exit(2);
}

static int next_is(const char *word)
{
    return at < end && strcmp(*at, word) == 0;
}

static long number(const char *text)
{
    errno = 0;
    char *stop;
    long n = strtol(text, &stop, 10);
    if (stop == text || *stop)
        nonsense("not a whole number", text);
    if (errno != 0)
        nonsense("number out of range", text);
    return n;
}

static const char *const numeric_names[] = {"-eq", "-ne", "-lt", "-le", "-gt", "-ge"};
enum numeric { EQ, NE, LT, LE, GT, GE, NOT_NUMERIC };

static enum numeric numeric_find(const char *name)
{
    for (int i = EQ; i < NOT_NUMERIC; i++)
        if (strcmp(name, numeric_names[i]) == 0)
            return (enum numeric)i;
    return NOT_NUMERIC;
}

static int numeric(enum numeric op, long a, long b)
{
    switch (op) {
    case EQ:
        return a == b;
    case NE:
        return a != b;
    case LT:
        return a < b;
    case LE:
        return a <= b;
    case GT:
        return a > b;
    default:
        return a >= b;
    }
}

static int is_binary(const char *op)
{
    return strcmp(op, "=") == 0 || strcmp(op, "!=") == 0 || numeric_find(op) != NOT_NUMERIC;
}

static int binary(const char *a, const char *op, const char *b)
{
    if (strcmp(op, "=") == 0)
        return strcmp(a, b) == 0;
    if (strcmp(op, "!=") == 0)
        return strcmp(a, b) != 0;
    return numeric(numeric_find(op), number(a), number(b));
}

static int is_unary(const char *op)
{
    return op[0] == '-' && op[1] && !op[2] && strchr("bcdefghLnprsStuwxz", op[1]);
}

static int file_test(char op, const char *path)
{
    struct stat st;

    if ((op == 'L' || op == 'h' ? lstat(path, &st) : stat(path, &st)) != 0)
        return 0;
    switch (op) {
    case 'c':
        return S_ISCHR(st.st_mode);
    case 'd':
        return S_ISDIR(st.st_mode);
    case 'f':
        return S_ISREG(st.st_mode);
    case 'h':
    case 'L':
        return S_ISLNK(st.st_mode);
    case 'p':
        return S_ISFIFO(st.st_mode);
    case 'r':
        return access(path, R_OK) == 0;
    case 's':
        return st.st_size > 0;
    case 'w':
        return access(path, W_OK) == 0;
    case 'x':
        return access(path, X_OK) == 0;
    default:
        return op == 'e'; /* there are no block devices and sockets, and no bits for -g and -u */
    }
}

static int unary(char op, const char *a)
{
    if (op == 'n' || op == 'z')
        return (*a != '\0') == (op == 'n');
    if (op != 't')
        return file_test(op, a);
    long fd = number(a);
    return fd >= 0 && fd <= INT_MAX && isatty((int)fd);
}

static int primary(void)
{
    if (at == end)
        nonsense("a condition ends too early", "");
    if (end - at >= 3 && is_binary(at[1])) {
        at += 3;
        return binary(at[-3], at[-2], at[-1]);
    }
    if (end - at >= 3 && next_is("(")) {
        at++;
        int result = either();
        if (!next_is(")"))
            nonsense("a ) is missing", "");
        at++;
        return result;
    }
    if (end - at >= 2 && is_unary(*at)) {
        at += 2;
        return unary(at[-2][1], at[-1]);
    }
    return *(*at++) != '\0';
}

static int negation(void)
{
    if (end - at >= 2 && next_is("!") && !(end - at >= 3 && is_binary(at[1]))) {
        at++;
        return !negation();
    }
    return primary();
}

static int both(void)
{
    int result = negation();

    while (next_is("-a")) {
        at++;
        result &= negation();
    }
    return result;
}

static int either(void)
{
    int result = both();

    while (next_is("-o")) {
        at++;
        result |= both();
    }
    return result;
}

/* The middle one of three arguments decides, whatever the others look like.  One or two arguments
 * between ( and ) mean what they would mean alone (POSIX.1-2017, test). */
static int whole(void)
{
    long n = end - at;

    if (n == 4 && next_is("!")) {
        at++;
        return !whole();
    }
    if (n == 3 && (strcmp(at[1], "-a") == 0 || strcmp(at[1], "-o") == 0)) {
        int a = **at != '\0', b = *at[2] != '\0';

        at += 3;
        return at[-2][1] == 'a' ? a && b : a || b;
    }
    bool inside = next_is("(") && strcmp(end[-1], ")") == 0;
    if (inside && (n == 4 || (n == 3 && !is_binary(at[1])))) {
        at++;
        end--;
        int result = either();
        if (at == end)
            at = ++end;
        return result;
    }
    return either();
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');

    at = argv + 1;
    end = argv + argc;
    if (strcmp(slash ? slash + 1 : argv[0], "[") == 0 && strcmp(*--end, "]") != 0)
        nonsense("[ needs a ] at the end", "");
    if (at >= end)
        return 1;
    int result = whole();
    if (at != end)
        nonsense("unexpected argument", *at);
    return !result;
}
