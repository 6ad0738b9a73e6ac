/* nl: numbers the lines of files that are not empty; with -ba all lines. */
#define TOOL "nl"
#include "tool.h"

#define USAGE "[-b a | t | n] [FILE...]"

static char which = 't';
static unsigned long number;

static int number_lines(FILE *file, const char *name)
{
    char *line = NULL;
    size_t room = 0;

    (void)name;
    ssize_t n;
    while (!ferror(stdout) && (n = getline(&line, &room, file)) >= 0) {
        n -= line[n - 1] == '\n';
        if (which == 'a' || (which == 't' && n > 0))
            printf("%6lu\t", ++number);
        else
            printf("%7s", "");
        tool_put_line(line, (size_t)n);
    }
    free(line);
    return 0;
}

int main(int argc, char **argv)
{
    int opt;

    while ((opt = getopt(argc, argv, "b:")) != -1) {
        if (opt != 'b' || !*optarg || optarg[1] || !strchr("atn", *optarg))
            tool_usage(USAGE);
        which = *optarg;
    }
    return tool_end(tool_files(argv + optind, number_lines));
}
