/*
 * tail: prints the last lines of files, 10 by default; -n +N prints from line N on.  The last lines
 * are kept in a ring, so input may be a pipe.  The ring grows with the input, up to the lines that
 * are wanted.
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
    while (!ferror(stdout) && (c = getc(file)) != EOF)
        putchar(c);
}

struct line {
    char *text;
    size_t room;
    ssize_t length;
};

struct ring {
    struct line *lines;
    long places, seen; /* lines seen, also those that others have replaced */
};

/* Where the next line goes: a new place, or that of the oldest line. */
static struct line *next_place(struct ring *ring)
{
    long old = ring->places;

    if (ring->seen == old && old < wanted) {
        ring->places = old < 16 ? 32 : old < LONG_MAX / 2 ? 2 * old : wanted;
        if (ring->places > wanted)
            ring->places = wanted;
        ring->lines = tool_alloc(ring->lines, (size_t)ring->places * sizeof(*ring->lines));
        memset(ring->lines + old, 0, (size_t)(ring->places - old) * sizeof(*ring->lines));
    }
    return &ring->lines[ring->seen++ % ring->places];
}

static void print_last(FILE *file)
{
    struct ring ring = {NULL, 0, 0};
    struct line line = {NULL, 0, 0};

    /* Into a place only once it is known that there is a line. */
    while ((line.length = getline(&line.text, &line.room, file)) >= 0) {
        struct line *place = next_place(&ring), old = *place;

        *place = line;
        line = old;
    }
    free(line.text);
    for (long i = ring.seen > wanted ? ring.seen - wanted : 0; i < ring.seen; i++)
        fwrite(ring.lines[i % ring.places].text, 1, (size_t)ring.lines[i % ring.places].length,
               stdout);
    for (long i = 0; i < ring.places; i++)
        free(ring.lines[i].text);
    free(ring.lines);
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
    wanted = tool_number(text + (*text == '+' || *text == '-'), 0, LONG_MAX);
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
