/*
 * cmp: finds the first byte in which two files differ.  -l prints all such bytes, as numbers in
 * octal; -s prints nothing.  Its status is 0 for equal files, 1 for others, 2 after an error.
 */
#define TOOL         "cmp"
#define TOOL_FAILURE 2
#include "tool.h"

#define USAGE "[-l | -s] FILE1 FILE2"

static int want_all, want_none;

static FILE *open_file(const char *name)
{
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");

    if (!file)
        tool_die(name);
    return file;
}

/* One file ends before the other. */
static int ended(const char *name, unsigned long offset)
{
    if (!want_none)
        fprintf(stderr, "cmp: EOF on %s after byte %lu\n", name, offset);
    return 1;
}

static int compare(FILE *a, FILE *b, char **names)
{
    unsigned long offset = 0, lines = 1;
    int status = 0;

    for (;;) {
        int c = getc(a), d = getc(b);
        if (ferror(a) || ferror(b))
            return tool_error(names[ferror(a) ? 0 : 1]);
        if (c == EOF || d == EOF)
            return c == d ? status : ended(names[c == EOF ? 0 : 1], offset);
        offset++;
        if (c != d) {
            status = 1;
            if (want_none)
                return status;
            if (!want_all) {
                printf("%s %s differ: char %lu, line %lu\n", names[0], names[1], offset, lines);
                return status;
            }
            printf("%lu %o %o\n", offset, c, d);
        }
        lines += c == '\n';
    }
}

int main(int argc, char **argv)
{
    int opt;

    while ((opt = getopt(argc, argv, "ls")) != -1) {
        if (opt == '?')
            tool_usage(USAGE);
        want_all |= opt == 'l';
        want_none |= opt == 's';
    }
    if (argc - optind != 2 || (want_all && want_none))
        tool_usage(USAGE);
    argv += optind;
    return tool_end(compare(open_file(argv[0]), open_file(argv[1]), argv));
}
