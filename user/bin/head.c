/* head: prints the first lines of files, 10 by default, or with -c the first bytes. */
#define TOOL "head"
#include "tool.h"

#include <ctype.h>
#include <limits.h>

static long wanted = 10;
static int headings, want_bytes;

static int print_head(FILE *file, const char *name)
{
    static int files_before;
    long done = 0;

    if (headings)
        printf("%s==> %s <==\n", files_before++ ? "\n" : "", name);
    int c;
    while (done < wanted && !ferror(stdout) && (c = getc(file)) != EOF) {
        putchar(c);
        done += want_bytes || c == '\n';
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
    while ((opt = getopt(argc, argv, "c:n:")) != -1) {
        if (opt == '?')
            tool_usage("[-n LINES | -c BYTES] [FILE...]");
        want_bytes = opt == 'c';
        wanted = tool_number(optarg, 0, LONG_MAX);
    }
    headings = argc - optind > 1;
    return tool_end(tool_files(argv + optind, print_head));
}
