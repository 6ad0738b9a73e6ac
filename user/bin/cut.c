/*
 * cut: prints parts of each line.  -c LIST or -b LIST takes bytes; -f LIST takes fields, which -d
 * CHAR separates (a tab by default); with -s lines without a separator are left out.  A list is
 * numbers and ranges from 1 on: 1,3-5,7-
 */
#define TOOL "cut"
#include "tool.h"

#include <limits.h>

#define USAGE "-c LIST [FILE...] | -f LIST [-d CHAR] [-s] [FILE...]"

struct range {
    long first, last;
};

static struct range *ranges;
static size_t range_count;
static int by_field, only_separated;
static char separator = '\t';

/* A number of the list, at *text, which moves behind it; without digits the default one. */
static long bound(const char **text, long by_default)
{
    if (**text < '0' || **text > '9')
        return by_default;
    errno = 0;
    char *end;
    long n = strtol(*text, &end, 10);
    if (errno != 0)
        n = LONG_MAX;
    *text = end;
    return n;
}

static void parse_list(const char *text)
{
    const char *whole = text;

    do {
        const char *start = text;
        struct range range = {bound(&text, 1), 0};
        range.last = range.first;
        if (*text == '-') {
            text++;
            range.last = bound(&text, LONG_MAX);
        }
        if (text == start || (text == start + 1 && *start == '-') || range.first < 1 ||
            range.last < range.first || (*text && *text != ',')) {
            fprintf(stderr, "cut: '%s' is not a list of numbers and ranges from 1 on\n", whole);
            exit(2);
        }
        ranges = tool_alloc(ranges, (range_count + 1) * sizeof(*ranges));
        ranges[range_count++] = range;
    } while (*text++ == ',');
}

static int selected(long n)
{
    for (size_t i = 0; i < range_count; i++)
        if (n >= ranges[i].first && n <= ranges[i].last)
            return 1;
    return 0;
}

static void put_bytes(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (selected((long)i + 1))
            putchar(line[i]);
    putchar('\n');
}

static void put_fields(const char *line, size_t length)
{
    const char *end = line + length, *next = memchr(line, separator, length), *gap = "";

    if (!next) {
        if (!only_separated)
            tool_put_line(line, length);
        return;
    }
    for (long field = 1; line <= end; field++) {
        next = memchr(line, separator, (size_t)(end - line));
        if (!next)
            next = end;
        if (selected(field)) {
            fwrite(gap, 1, *gap != '\0', stdout);
            fwrite(line, 1, (size_t)(next - line), stdout);
            static char text[2];
            *text = separator;
            gap = text;
        }
        line = next + 1;
    }
    putchar('\n');
}

static int cut(FILE *file, const char *name)
{
    char *line = NULL;
    size_t room = 0;

    (void)name;
    ssize_t n;
    while (!ferror(stdout) && (n = getline(&line, &room, file)) >= 0) {
        n -= line[n - 1] == '\n';
        if (by_field)
            put_fields(line, (size_t)n);
        else
            put_bytes(line, (size_t)n);
    }
    free(line);
    return 0;
}

int main(int argc, char **argv)
{
    int opt, lists = 0, delimited = 0;

    while ((opt = getopt(argc, argv, "b:c:f:d:s")) != -1) {
        if (opt == '?' || (opt == 'd' && strlen(optarg) != 1))
            tool_usage(USAGE);
        if (opt == 'd')
            separator = *optarg, delimited = 1;
        else if (opt == 's')
            only_separated = 1;
        else
            parse_list(optarg), by_field = opt == 'f', lists++;
    }
    if (lists != 1 || (!by_field && (delimited || only_separated)))
        tool_usage(USAGE);
    return tool_end(tool_files(argv + optind, cut));
}
