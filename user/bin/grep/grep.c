/*
 * grep: prints the lines of its input that match a pattern (see regex.h).
 * -E extended patterns; -i ignores case; -v the lines that do not match; -n with line numbers; -c
 * only the count; -l only the files' names; -q only the status: 0 a match, 1 none, 2 an error.
 */
#define TOOL "grep"
#include "../tool.h"

#include "regex.h"

#define USAGE "[-E] [-i] [-v] [-n] [-c] [-l] [-q] PATTERN [FILE...]"

static struct regex *regex;
static int want_invert, want_numbers, want_count, want_names, want_quiet, headings;
static int found;

static void print_match(const char *name, long number, const char *line, size_t length)
{
    if (headings)
        printf("%s:", name);
    if (want_numbers)
        printf("%ld:", number);
    tool_put_line(line, length);
}

static int search(FILE *file, const char *name)
{
    char *line = NULL;
    size_t room = 0;
    long number = 0, matches = 0;

    if (strcmp(name, "-") == 0)
        name = "(standard input)";
    ssize_t n;
    while (!ferror(stdout) && (n = getline(&line, &room, file)) >= 0) {
        number++;
        size_t length = (size_t)n - (line[n - 1] == '\n');
        if (regex_match(regex, line, length) == want_invert)
            continue;
        if (want_quiet)
            exit(0); /* even after an error */
        matches++;
        if (want_names)
            break;
        if (!want_count)
            print_match(name, number, line, length);
    }
    free(line);
    found |= matches > 0;
    if (want_names && matches > 0)
        puts(name);
    else if (want_count && !want_quiet && !want_names)
        printf("%s%s%ld\n", headings ? name : "", headings ? ":" : "", matches);
    return 0;
}

int main(int argc, char **argv)
{
    int opt, extended = 0, fold_case = 0;

    while ((opt = getopt(argc, argv, "Eivnclq")) != -1) {
        if (opt == '?')
            tool_usage(USAGE);
        extended |= opt == 'E';
        fold_case |= opt == 'i';
        want_invert |= opt == 'v';
        want_numbers |= opt == 'n';
        want_count |= opt == 'c';
        want_names |= opt == 'l';
        want_quiet |= opt == 'q';
    }
    if (!argv[optind])
        tool_usage(USAGE);
    const char *problem;
    regex = regex_compile(argv[optind], extended, fold_case, &problem);
    if (!regex) {
        fprintf(stderr, "grep: %s is not a pattern: %s\n", argv[optind], problem);
        return 2;
    }
    headings = argc - optind > 2;
    if (tool_files(argv + optind + 1, search) != 0 || tool_end(0) != 0)
        return 2;
    return !found;
}
