/*
 * printf: prints its arguments by a format, which is repeated until all are used.  Directives: %s
 * %b %c %d %i %u %o %x %X %e %f %g with flags, width and precision, and %%.  Escapes in the format:
 * \n \t \r \a \b \f \v \\ \" and \NNN, octal; in the argument of a %b also \0NNN, and \c, which
 * ends all output.
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

/* *s is just after a backslash.  Returns the character meant and moves *s behind the escape. */
static char escape(const char **s, int most_digits)
{
    static const char letters[] = "abfnrtv\\\"", values[] = "\a\b\f\n\r\t\v\\\"";
    const char *letter = **s ? strchr(letters, **s) : NULL;
    int code = 0;

    if (letter) {
        (*s)++;
        return values[letter - letters];
    }
    if (**s < '0' || **s > '7')
        return '\\';
    for (int i = 0; i < most_digits && **s >= '0' && **s <= '7'; i++)
        code = 8 * code + *(*s)++ - '0';
    return (char)code;
}

/* A %b.  With a width or a precision the value ends before a character 0, as a C string does. */
static int print_escaped(const char *spec, const char *arg)
{
    char *value = tool_alloc(NULL, strlen(arg) + 1), *end = value;
    int stop = 0;

    while (*arg && !stop) {
        char c = *arg++;

        stop = c == '\\' && *arg == 'c';
        if (c == '\\' && !stop)
            c = escape(&arg, *arg == '0' ? 4 : 3);
        if (!stop)
            *end++ = c;
    }
    *end = '\0';
    size_t n = (size_t)(end - value);
    int done = 0;
    if (strcmp(spec, "%s") != 0)
        done = printf(spec, value);
    else if (fwrite(value, 1, n, stdout) != n)
        done = -1;
    free(value);
    if (stop)
        exit(tool_end(status));
    return done;
}

/* The directive's value by the library, whose format has the length modifier of the C type. */
static int print_value(const char *spec, char kind)
{
    if (strchr("efg", kind))
        return printf(spec, floating_arg());
    if (!strchr("sbc", kind))
        return printf(spec, integer_arg(kind == 'd' || kind == 'i'));
    const char *arg = next_arg();
    if (kind == 'b')
        return print_escaped(spec, arg ? arg : "");
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
    if (n > sizeof(spec) - 5 || kind == '\0' || !strchr("sbcdiuoxXefg%", kind)) {
        fprintf(stderr, "printf: %%%.*s is not a directive\n", (int)n + (kind != '\0'), s);
        exit(1);
    }
    if (kind == '%') {
        putchar('%');
        return s + n + 1;
    }
    snprintf(spec, sizeof(spec), "%%%.*s%s%c", (int)n, s, strchr("diuoxX", kind) ? "ll" : "",
             kind == 'b' ? 's' : kind);
    if (print_value(spec, kind) < 0 && !ferror(stdout)) { /* tool_end() reports that error */
        snprintf(spec, sizeof(spec), "%%%.*s", (int)n + 1, s);
        status = tool_error(spec);
    }
    return s + n + 1;
}

static void print_format(const char *s)
{
    while (*s) {
        char c = *s++;

        if (c == '%')
            s = print_directive(s);
        else
            putchar(c == '\\' ? escape(&s, 3) : c);
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
