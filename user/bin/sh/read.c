/* The builtin read (POSIX.1-2017, read). */
#include "builtin.h"
#include "field.h"
#include "pool.h"
#include "sh.h"
#include "text.h"
#include "var.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define ESCAPE '\001' /* before a character that was behind a backslash, and before another one */

/* One byte; 0: the end, or an interrupt, of which *status is the status. */
static char read_byte(int *status)
{
    char c;
    ssize_t n;

    do
        n = read(0, &c, 1);
    while ((n < 0 && errno == EINTR && !sh.interrupted && !sh.trapped) || (n == 1 && c == '\0'));
    if (n == 1)
        return c;
    *status = n < 0 && errno == EINTR ? 128 + (sh.trapped ? sh.trapped : SIGINT) : 1;
    return '\0';
}

/*
 * A byte at a time: the bytes after the line are left for the next reader.  Unless it is raw a
 * backslash joins the next line to it, and marks the character after it.
 */
static int read_line(struct text *line, bool raw)
{
    int status = 0;

    for (char c; (c = read_byte(&status)) && c != '\n';) {
        if (c == '\\' && !raw) {
            c = read_byte(&status);
            if (c == '\n')
                continue;
            c = c ? c : '\\'; /* at the end there is nothing that it could escape */
            text_add(line, ESCAPE);
        } else if (c == ESCAPE) {
            text_add(line, ESCAPE);
        }
        text_add(line, c);
    }
    return status;
}

/* The kind of the character at s: a blank of IFS, another one of IFS, or none. */
enum kind { PLAIN, BLANK, SEPARATOR };

static enum kind kind_of(const char *s)
{
    if (*s == ESCAPE || !strchr(field_separators(), *s))
        return PLAIN;
    return strchr(" \t\n", *s) ? BLANK : SEPARATOR;
}

static const char *skip(const char *s, enum kind kind)
{
    while (*s && kind_of(s) == kind)
        s++;
    return s;
}

static const char *word_end(const char *s)
{
    while (*s && kind_of(s) == PLAIN)
        s += *s == ESCAPE ? 2 : 1;
    return s;
}

static const char *gap_end(const char *s)
{
    s = skip(s, BLANK);
    return *s && kind_of(s) == SEPARATOR ? skip(s + 1, BLANK) : s;
}

/* The end of the last variable's part: blanks at the end of the line do not count.  If only one
 * word is left, neither does a separator after it. */
static const char *rest_end(const char *s)
{
    const char *end = word_end(s);

    if (*gap_end(end) == '\0')
        return end;
    for (end = s; *s;) {
        enum kind kind = kind_of(s);

        s = kind == PLAIN ? word_end(s) : s + 1;
        if (kind != BLANK)
            end = s;
    }
    return end;
}

static void set_part(const char *name, const char *from, const char *end)
{
    struct text value = {NULL, 0, 0};

    text_append(&value, "", 0);
    for (; from < end; from++) {
        from += *from == ESCAPE;
        text_add(&value, *from);
    }
    var_set(name, value.s);
}

int builtin_read(char **argv)
{
    bool raw = argv[1] && strcmp(argv[1], "-r") == 0;
    char **names = argv + 1 + raw;

    for (char **name = names; *name; name++)
        if (!builtin_is_name(*name, false, "read"))
            return 2;
    if (!*names) {
        sh_complain("read", "needs a variable's name");
        return 2;
    }
    struct text line = {NULL, 0, 0};
    text_append(&line, "", 0);
    int status = read_line(&line, raw);
    const char *at = skip(line.s, BLANK);
    for (; *names && !sh.interrupted; names++) {
        const char *end = names[1] ? word_end(at) : rest_end(at);

        set_part(*names, at, end);
        at = gap_end(end);
    }
    return status;
}
