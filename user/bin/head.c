/* head: prints the first lines of files, 10 by default. */
#define TOOL "head"
#include "tool.h"

#include <ctype.h>
#include <limits.h>

static long wanted = 10;
static int headings;

static int print_head(FILE *file, const char *name)
{
    static int files_before;
    long lines = 0;

    if (headings)
        printf("%s==> %s <==\n", files_before++ ? "\n" : "", name);
    int c;
    while (lines < wanted && !ferror(stdout) && (c = getc(file)) != EOF) {
        putchar(c);
        lines += c == '\n';
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && argv[1][0] == '-' && isdigit((unsigned char)argv[1][1])) {
        wanted = tool_number(argv[1] + 1, 0, LONG_MAX);
        optind = 2;
    }
    int opt;
    while ((opt = getopt(argc, argv, "n:")) != -1) {
        if (opt != 'n')
            tool_usage("[-n LINES] [FILE...]");
        wanted = tool_number(optarg, 0, LONG_MAX);
    }
    headings = argc - optind > 1;
    return tool_end(tool_files(argv + optind, print_head));
}
