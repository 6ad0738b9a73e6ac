/*
 * printf: prints its arguments by a format, which is repeated until all are used.  Directives: %s
 * %c %d %i %u %o %x %X %e %f %g with flags, width and precision, and %%.  Escapes in the format: \n
 * \t \r \a \b \f \v \\ \" and \NNN, octal.
 */
#define TOOL "printf"
#include "tool.h"

static int status;
static char **args;

static const char *next_arg(void)
{
    return *args ? *args++ : NULL;
}

static void check(const char *arg, const char *end)
{
    if (end == arg || *end) {
        fprintf(stderr, "printf: '%s' is not a number\n", arg);
        status = 1;
    }
}

static long long integer_arg(void)
{
    const char *arg = next_arg();

    if (!arg)
        return 0;
    char *end;
    long long n = strtoll(arg, &end, 0);
    check(arg, end);
    return n;
}

static double floating_arg(void)
{
    const char *arg = next_arg();

    if (!arg)
        return 0;
    char *end;
    double n = strtod(arg, &end);
    check(arg, end);
    return n;
}

/* s is just after a backslash; returns what follows the escape. */
static const char *print_escape(const char *s)
{
    static const char letters[] = "abfnrtv\\\"", values[] = "\a\b\f\n\r\t\v\\\"";
    const char *letter = *s ? strchr(letters, *s) : NULL;
    int code = 0;

    if (letter) {
        putchar(values[letter - letters]);
        return s + 1;
    }
    if (*s < '0' || *s > '7') {
        putchar('\\');
        return s;
    }
    for (int i = 0; i < 3 && *s >= '0' && *s <= '7'; i++)
        code = 8 * code + *s++ - '0';
    putchar(code & 0xff);
    return s;
}

/* s is just after a %; returns what follows the directive. */
static const char *print_directive(const char *s)
{
    size_t n = strspn(s, "-+ #0123456789.");
    char kind = s[n];

    char spec[32];
    if (n > sizeof(spec) - 5 || kind == '\0' || !strchr("scdiuoxXefg%", kind)) {
        fprintf(stderr, "printf: %%%.*s is not a directive\n", (int)n + (kind != '\0'), s);
        exit(1);
    }
    /* Rebuilds the directive for the library, with the length modifier of the argument's C type. */
    snprintf(spec, sizeof(spec), "%%%.*s%s%c", (int)n, s, strchr("diuoxX", kind) ? "ll" : "", kind);
    const char *arg;
    if (kind == '%') {
        putchar('%');
    } else if (kind == 's') {
        arg = next_arg();
        printf(spec, arg ? arg : "");
    } else if (kind == 'c') {
        arg = next_arg();
        if (arg && *arg)
            printf(spec, *arg);
    } else if (strchr("efg", kind)) {
        printf(spec, floating_arg());
    } else {
        printf(spec, integer_arg());
    }
    return s + n + 1;
}

static void print_format(const char *s)
{
    while (*s) {
        if (*s == '\\')
            s = print_escape(s + 1);
        else if (*s == '%')
            s = print_directive(s + 1);
        else
            putchar(*s++);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2)
        tool_usage("FORMAT [ARGUMENT...]");
    args = argv + 2;
    char **before;
    do {
        before = args;
        print_format(argv[1]);
    } while (*args && args != before);
    return tool_end(status);
}
