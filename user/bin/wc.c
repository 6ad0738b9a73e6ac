/* wc: counts lines, words and bytes; -l -w -c select. */
#define TOOL "wc"
#include "tool.h"

#include <ctype.h>

struct counts {
    unsigned long lines, words, bytes;
};

static int want_lines, want_words, want_bytes;
static struct counts total;

/* A single number is printed without padding, for scripts; several are aligned in columns. */
static void print(const struct counts *n, const char *name)
{
    int width = want_lines + want_words + want_bytes > 1 ? 7 : 1;
    const char *gap = "";

    if (want_lines)
        printf("%*lu", width, n->lines), gap = " ";
    if (want_words)
        printf("%s%*lu", gap, width, n->words), gap = " ";
    if (want_bytes)
        printf("%s%*lu", gap, width, n->bytes);
    if (strcmp(name, "-") != 0)
        printf(" %s", name);
    putchar('\n');
}

static int count(FILE *file, const char *name)
{
    struct counts n = {0, 0, 0};
    int c, inside = 0;

    while ((c = getc(file)) != EOF) {
        int space = isspace(c) != 0;

        n.bytes++;
        n.lines += c == '\n';
        n.words += inside && space;
        inside = !space;
    }
    n.words += (unsigned)inside;
    print(&n, name);
    total.lines += n.lines;
    total.words += n.words;
    total.bytes += n.bytes;
    return 0;
}

int main(int argc, char **argv)
{
    int opt;

    while ((opt = getopt(argc, argv, "lwc")) != -1) {
        if (opt == '?')
            tool_usage("[-l] [-w] [-c] [FILE...]");
        want_lines |= opt == 'l';
        want_words |= opt == 'w';
        want_bytes |= opt == 'c';
    }
    if (!want_lines && !want_words && !want_bytes)
        want_lines = want_words = want_bytes = 1;
    int status = tool_files(argv + optind, count);
    if (argc - optind > 1)
        print(&total, "total");
    return tool_end(status);
}
