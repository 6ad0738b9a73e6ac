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

/* After a conversion, with its errno. */
static void check(const char *arg, const char *end)
{
    const char *wrong = end == arg || *end ? "not a number" : errno != 0 ? "out of range" : NULL;

    if (wrong) {
        fprintf(stderr, "printf: '%s' is %s\n", arg, wrong);
        status = 1;
    }
}

static int is_character(const char *arg)
{
    return (*arg == '\'' || *arg == '"') && arg[1];
}

/* A number, or a quote and a character, which stands for its code. */
static unsigned long long integer_arg(int is_signed)
{
    const char *arg = next_arg();

    if (!arg)
        return 0;
    if (is_character(arg))
        return (unsigned char)arg[1];
    errno = 0;
    char *end;
    unsigned long long n =
        is_signed ? (unsigned long long)strtoll(arg, &end, 0) : strtoull(arg, &end, 0);
    check(arg, end);
    return n;
}

static double floating_arg(void)
{
    const char *arg = next_arg();

    if (!arg)
        return 0;
    if (is_character(arg))
        return (unsigned char)arg[1];
    errno = 0;
    char *end;
    double n = strtod(arg, &end);
    if (n > -1 && n < 1) /* too small to be exact is in range */
        errno = 0;
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

/* The directive's value by the library, whose format has the length modifier of the C type. */
static int print_value(const char *spec, char kind)
{
    if (strchr("efg", kind))
        return printf(spec, floating_arg());
    if (kind != 's' && kind != 'c')
        return printf(spec, integer_arg(kind == 'd' || kind == 'i'));
    const char *arg = next_arg();
    if (kind == 's')
        return printf(spec, arg ? arg : "");
    return arg && *arg ? printf(spec, *arg) : 0;
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
    if (kind == '%') {
        putchar('%');
        return s + n + 1;
    }
    snprintf(spec, sizeof(spec), "%%%.*s%s%c", (int)n, s, strchr("diuoxX", kind) ? "ll" : "", kind);
    if (print_value(spec, kind) < 0 && !ferror(stdout)) { /* tool_end tells of that error */
        snprintf(spec, sizeof(spec), "%%%.*s", (int)n + 1, s);
        status = tool_error(spec);
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
    (void)argc;
    argv = tool_operands(argv);
    if (!*argv)
        tool_usage("FORMAT [ARGUMENT...]");
    args = argv + 1;
    char **before;
    do {
        before = args;
        print_format(*argv);
    } while (*args && args != before);
    return tool_end(status);
}
