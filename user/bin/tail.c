/*
 * tail: prints the last lines of files, 10 by default; -n +N prints from line N on.
 * The last lines are kept in a ring, so input may be a pipe.  The ring has one place
 * more than lines are wanted: the read that finds the end may overwrite the place it was given.
 */
#define TOOL "tail"
#include "tool.h"

#include <ctype.h>
#include <limits.h>

static long wanted = 10;
static int from_start;
static int headings;

static void skip_lines(FILE *file, long lines)
{
    int c;

    while (lines > 0 && (c = getc(file)) != EOF)
        lines -= c == '\n';
    while ((c = getc(file)) != EOF)
        putchar(c);
}

struct line {
    char *text;
    size_t room;
    ssize_t length;
};

/* Reads to the end; returns how many lines there were. */
static long fill_ring(FILE *file, struct line *ring, long places)
{
    long seen = 0;

    for (;;) {
        struct line *line = &ring[seen % places];

        line->length = getline(&line->text, &line->room, file);
        if (line->length < 0)
            return seen;
        seen++;
    }
}

static void print_last(FILE *file)
{
    long places = wanted + 1;
    struct line *ring = calloc((size_t)places, sizeof(*ring));

    if (!ring)
        tool_die("memory");
    long seen = fill_ring(file, ring, places);
    for (long i = seen > wanted ? seen - wanted : 0; i < seen; i++)
        fwrite(ring[i % places].text, 1, (size_t)ring[i % places].length, stdout);
    for (long i = 0; i < places; i++)
        free(ring[i].text);
    free(ring);
}

static int print_tail(FILE *file, const char *name)
{
    static int files_before;

    if (headings)
        printf("%s==> %s <==\n", files_before++ ? "\n" : "", name);
    if (from_start)
        skip_lines(file, wanted - 1);
    else if (wanted > 0)
        print_last(file);
    return 0;
}

static void set_wanted(const char *text)
{
    from_start = *text == '+';
    wanted = tool_number(text + from_start, 0, 100 * 1000 * 1000);
}

int main(int argc, char **argv)
{
    if (argc > 1 && argv[1][0] == '-' && isdigit((unsigned char)argv[1][1])) {
        set_wanted(argv[1] + 1);
        optind = 2;
    }
    int opt;
    while ((opt = getopt(argc, argv, "n:")) != -1) {
        if (opt != 'n')
            tool_usage("[-n LINES | -n +LINE] [FILE...]");
        set_wanted(optarg);
    }
    headings = argc - optind > 1;
    return tool_end(tool_files(argv + optind, print_tail));
}
